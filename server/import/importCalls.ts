import { maxOutsideAddresses, type OutsideAddresses, type OutsidePage } from '../../contract/outsidePages.ts'
import { type Caller, type Handlers, signedIn } from '../call.ts'
import { Failure, fetchingIsOff } from '../failure.ts'
import { limitAtOnce } from '../network/limitAtOnce.ts'
import { type Outside, webSites } from '../network/outside.ts'
import { LimitExceeded } from '../system/jobWorker.ts'
import { TooManyWaiting } from '../system/oneAtATime.ts'
import { fetchSource, refuseFiles, type Source } from './fetchSource.ts'
import type { ForeignReader } from './foreignReader.ts'
import type { ImportJob, ImportResult } from './importWorker.ts'
import { type FoundAddresses, type Listed, maxFrames, maxSitemaps } from './listAddresses.ts'
import { reasons } from './reasons.ts'
import { siteOf, typedAddress } from './webAddress.ts'

/** All of a call ends before the browser stops waiting, also for those who wait until others are read. */
const times = { sourceMs: 15_000, callMs: 25_000, readMs: 5_000 }
const atOnce = { ofSender: 3, inAll: 6, inAllForFirst: 12 }
const busy = '正在读取其他网页，请稍后再试'
const maxSourceBytes = 5 * 1_048_576

type Fetch = (address: string) => Promise<Source>
type Find = (source: Source, site: string, read?: 'addresses' | 'robots') => Promise<FoundAddresses>

/** A page that was compared with another is not asked for again if it is read so soon. */
const comparedMs = 60_000

interface PageParts {
  beside?: Source | undefined
  mayLeadOn?: boolean
}

/** Reads pages of another site. Stores nothing. */
export function importCalls(
  { fetchOutside, foreignReader }: { fetchOutside: boolean; foreignReader: ForeignReader },
  outside: Outside = webSites,
  { sourceMs, callMs, readMs } = times,
): Pick<Handlers, 'importAddresses' | 'importPage'> {
  const limitReading = limitAtOnce(atOnce, busy)

  const read = async (job: ImportJob): Promise<Exclude<ImportResult, { refused: string }>> => {
    const result = await foreignReader(job, readMs).catch((error: unknown) => {
      if (error instanceof LimitExceeded) return { refused: reasons.tooComplex }
      throw error instanceof TooManyWaiting ? new Failure(503, busy, { headers: { 'Retry-After': '5' } }) : error
    })
    if ('refused' in result) throw new Failure(422, result.refused)
    return result
  }
  const find: Find = async (source, site, what = 'addresses') => {
    const result = await read({ read: what, source, site })
    if (!('found' in result)) throw new Error('something else was read')
    return result.found
  }

  const asSender = <T>(caller: Caller, work: (fetch: Fetch) => Promise<T>): Promise<T> => {
    if (!fetchOutside) throw fetchingIsOff()
    const end = performance.now() + callMs
    const fetch: Fetch = (address) => {
      const left = Math.max(0, Math.min(sourceMs, Math.floor(end - performance.now())))
      return fetchSource(address, { outside, signal: AbortSignal.timeout(left), maxBytes: maxSourceBytes })
    }
    return limitReading(signedIn(caller).user.id, () => work(fetch))
  }

  /** The page that one is compared with is often the next one that is read. */
  let compared: { address: string; source: Source; until: number } | undefined
  const sourceAt = async (address: string, fetch: Fetch): Promise<Source> => {
    const known = compared?.address === address && performance.now() < compared.until ? compared.source : undefined
    return known ?? fetch(address)
  }
  const besideOf = async (address: string, fetch: Fetch): Promise<Source | undefined> => {
    const source = await orFailure(fetch(address))
    if (source instanceof Failure) return undefined
    compared = { address, source, until: performance.now() + comparedMs }
    return source
  }

  const pageIn = async (
    source: Source,
    fetch: Fetch,
    { beside, mayLeadOn = false }: PageParts,
  ): Promise<OutsidePage> => {
    refuseFiles(source)
    const result = await read({ read: 'page', source, beside })
    if ('page' in result) return result.page
    if ('leadsTo' in result && mayLeadOn) return pageIn(await fetch(result.leadsTo), fetch, {})
    throw new Failure(422, '没有找到正文，这个网页只是转到别的网页。请在浏览器里打开，再填最后看到的网址')
  }

  return {
    importAddresses: async ({ address, list }, caller) => {
      const start = typedAddress(address)
      return asSender(caller, (fetch) => addressesOf(start, { fetch, find, isList: list }))
    },
    importPage: async ({ address, beside }, caller) => {
      const start = typedAddress(address)
      const other = beside === undefined ? start : typedAddress(beside)
      const isComparable = other !== start && siteOf(other) === siteOf(start)
      return asSender(caller, async (fetch) => {
        const source = await sourceAt(start, fetch)
        return pageIn(source, fetch, {
          beside: isComparable ? await besideOf(other, fetch) : undefined,
          mayLeadOn: true,
        })
      })
    },
  }
}

interface AddressParts {
  fetch: Fetch
  find: Find
  /** Its own links are wanted, whatever sitemap its site has. */
  isList: boolean
}

/** The pages of a site: of the sitemap that was asked for, or of its own one, or else those that the page links to, with the lists it leads to. */
async function addressesOf(address: string, { fetch, find, isList }: AddressParts): Promise<OutsideAddresses> {
  const first = await fetch(address)
  refuseFiles(first)
  const site = first.address
  const found = await find(first, site)
  const sitemaps = createSitemaps(site, fetch, find)
  if (found.from === 'sitemap') sitemaps.add(site, found)
  else if (!isList) sitemaps.queue(...(await sitemapsInRobots(site, fetch, find)), usualSitemap(site))
  await sitemaps.follow()
  if (found.from === 'sitemap' || sitemaps.pages.size > 0) return replyOf(sitemaps)
  const parts = [found]
  const notes = isList ? [] : ['没有找到网站地图，列出的是网页里的链接', ...sitemaps.notes]
  for (const frame of found.frames.slice(0, maxFrames)) {
    const part = await orFailure(fetch(frame).then((source) => find(source, site)))
    if (part instanceof Failure) notes.push(`框架 ${frame} 没有读成：${part.message}`)
    else parts.push(part)
  }
  const pages = new Map(parts.flatMap((part) => part.pages).map((page) => [page.address, page]))
  const lists = [...new Set(parts.flatMap((part) => part.lists))]
  return { ...replyOf({ pages, elsewhere: isList ? 0 : found.elsewhere, notes }), lists }
}

const usualSitemap = (site: string): string => new URL('/sitemap.xml', site).href

interface Collected {
  pages: ReadonlyMap<string, Listed>
  /** How many belong to other sites. */
  elsewhere: number
  notes: readonly string[]
}

/** Follows sitemaps that name others, each once. */
function createSitemaps(site: string, fetch: Fetch, find: Find) {
  const pages = new Map<string, Listed>()
  const known = new Set<string>()
  const waiting: string[] = []
  const read: string[] = []
  const notes: string[] = []
  let elsewhere = 0

  const queue = (...addresses: string[]): void => {
    for (const address of addresses) {
      if (known.has(address)) continue
      known.add(address)
      waiting.push(address)
    }
  }
  const add = (address: string, found: FoundAddresses): void => {
    known.add(address)
    read.push(address)
    for (const page of found.pages) pages.set(page.address, page)
    elsewhere += found.elsewhere
    queue(...found.sitemaps)
  }
  const readNext = async (address: string): Promise<void> => {
    const found = await orFailure(fetch(address).then((source) => find(source, site)))
    if (found instanceof Failure) {
      if (address !== usualSitemap(site)) notes.push(`网站地图 ${address} 没有读成：${found.message}`)
      // A site may answer with a page what it does not have.
    } else if (found.from === 'sitemap') add(address, found)
  }

  return {
    pages,
    queue,
    add,
    async follow(): Promise<void> {
      for (let count = 0; pages.size <= maxOutsideAddresses; count++) {
        const address = waiting.shift()
        if (address === undefined) return
        if (count === maxSitemaps) return void notes.push(`网站地图太多，只读了前 ${maxSitemaps} 个`)
        await readNext(address)
      }
    },
    get elsewhere() {
      return elsewhere
    },
    get notes() {
      const from = read.length > 0 ? [`来自网站地图 ${read.slice(0, 3).join('、')}${read.length > 3 ? '等' : ''}`] : []
      return [...from, ...notes]
    },
  }
}

function replyOf({ pages, elsewhere, notes }: Collected): OutsideAddresses {
  if (pages.size === 0) {
    throw new Failure(422, '没有找到网页的网址。请填网站地图的网址（常见的是 /sitemap.xml），或者一个栏目的网址')
  }
  const more: string[] = []
  if (pages.size > maxOutsideAddresses) more.push(`网址太多，只列出前 ${maxOutsideAddresses} 个`)
  const count = elsewhere < maxOutsideAddresses ? `有 ${elsewhere}` : `超过 ${maxOutsideAddresses}`
  if (elsewhere > 0) more.push(`${count} 个网址属于其他网站，没有列出`)
  return { addresses: [...pages.values()].slice(0, maxOutsideAddresses), notes: [...notes, ...more].slice(0, 20) }
}

async function sitemapsInRobots(site: string, fetch: Fetch, find: Find): Promise<string[]> {
  const robots = fetch(new URL('/robots.txt', site).href).then((source) => find(source, site, 'robots'))
  const found = await orFailure(robots)
  return found instanceof Failure ? [] : found.sitemaps
}

/** What one of many could not be read for is said; the others are read. */
async function orFailure<T>(work: Promise<T>): Promise<T | Failure> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}
