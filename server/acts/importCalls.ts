import {
  type FoundAddresses,
  type ImportJob,
  type ImportResult,
  type Listed,
  maxSitemaps,
  reasons,
  siteOf,
  type Source,
  webAddress,
} from '../../contract/kinds/foreignReading.ts'
import { maxOutsideAddresses, type OutsideAddresses, type OutsidePage } from '../../contract/kinds/outsidePages.ts'
import { type Handlers, signedIn } from '../call.ts'
import { Failure, fetchingIsOff, fieldFailure } from '../failure.ts'
import { limitAtOnce } from '../edge/limitAtOnce.ts'
import { type Outside, webSites } from '../edge/outside.ts'
import { LimitExceeded } from '../system/jobWorker.ts'
import { TooManyWaiting } from '../system/oneAtATime.ts'
import { fetchSource, refuseFiles } from './fetchSource.ts'
import type { ForeignReader } from './foreignReader.ts'

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
) {
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

  const asSender = <T>(sender: string, work: (fetch: Fetch) => Promise<T>): Promise<T> => {
    if (!fetchOutside) throw fetchingIsOff()
    const end = performance.now() + callMs
    const fetch: Fetch = (address) => {
      const remainingMs = Math.max(0, Math.min(sourceMs, Math.floor(end - performance.now())))
      return fetchSource(address, { outside, signal: AbortSignal.timeout(remainingMs), maxBytes: maxSourceBytes })
    }
    return limitReading(sender, () => work(fetch))
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

  /** For the person whose id is `sender`. */
  async function readPage(
    { address, beside }: { address: string; beside: string | undefined },
    sender: string,
  ): Promise<OutsidePage> {
    const start = typedAddress(address)
    const other = beside === undefined ? start : typedAddress(beside)
    const isComparable = other !== start && siteOf(other) === siteOf(start)
    return asSender(sender, async (fetch) => {
      const source = await sourceAt(start, fetch)
      return pageIn(source, fetch, {
        beside: isComparable ? await besideOf(other, fetch) : undefined,
        mayLeadOn: true,
      })
    })
  }
  const calls: Pick<Handlers, 'importAddresses'> = {
    importAddresses: async ({ address, list }, caller) => {
      const start = typedAddress(address)
      return asSender(signedIn(caller).user.id, (fetch) => addressesOf(start, { fetch, find, isList: list }))
    },
  }
  return { calls, readPage }
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
  const sitemap = await find(first, site)
  const isSitemap = sitemap.from === 'sitemap'
  const begin = isSitemap ? [site] : []
  if (!isSitemap && !isList) begin.push(...(await sitemapsInRobots(site, fetch, find)), usualSitemap(site))
  const sitemaps = await followSitemaps(begin, site, async (address) =>
    address === site ? sitemap : find(await fetch(address), site),
  )
  if (isSitemap || sitemaps.pages.size > 0) return replyOf(sitemaps)
  const notes = isList ? [] : ['没有找到网站地图，列出的是网页里的链接', ...sitemaps.notes]
  return replyOf({ pages: new Map(sitemap.pages.map((page) => [page.address, page])), notes, lists: sitemap.lists })
}

const usualSitemap = (site: string): string => new URL('/sitemap.xml', site).href

interface Collected {
  pages: ReadonlyMap<string, Listed>
  notes: readonly string[]
  lists?: string[]
}

/** Follows sitemaps that name others, each once. */
async function followSitemaps(
  begin: readonly string[],
  site: string,
  foundAt: (address: string) => Promise<FoundAddresses>,
): Promise<Collected> {
  const pages = new Map<string, Listed>()
  const known = new Set(begin)
  const read: string[] = []
  const notes: string[] = []
  let remaining = maxSitemaps
  for (const address of known) {
    if (pages.size > maxOutsideAddresses) break
    if (remaining-- < 0) {
      notes.push(`网站地图太多，只读了前 ${maxSitemaps} 个`)
      break
    }
    const found = await orFailure(foundAt(address))
    if (found instanceof Failure) {
      if (address !== usualSitemap(site)) notes.push(`网站地图 ${address} 没有读成：${found.message}`)
      // A site may answer with a page what it does not have.
    } else if (found.from === 'sitemap') {
      read.push(address)
      for (const page of found.pages) pages.set(page.address, page)
      for (const each of found.sitemaps) known.add(each)
    }
  }
  const named = read.slice(0, 3).join('、') + (read.length > 3 ? '等' : '')
  if (named !== '') notes.unshift(`来自网站地图 ${named}`)
  return { pages, notes }
}

function replyOf({ pages, notes, lists }: Collected): OutsideAddresses {
  if (pages.size === 0 && !lists?.length) {
    throw new Failure(422, '没有找到网页的网址。请填网站地图的网址（常见的是 /sitemap.xml），或者一个栏目的网址')
  }
  const more = pages.size > maxOutsideAddresses ? [`网址太多，只列出前 ${maxOutsideAddresses} 个`] : []
  const addresses = [...pages.values()].slice(0, maxOutsideAddresses)
  return { addresses, notes: [...notes, ...more].slice(0, 20), ...(lists && { lists }) }
}

async function sitemapsInRobots(site: string, fetch: Fetch, find: Find): Promise<string[]> {
  const robots = fetch(new URL('/robots.txt', site).href).then((source) => find(source, site, 'robots'))
  const rules = await orFailure(robots)
  return rules instanceof Failure ? [] : rules.sitemaps
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

/** An address as people type it: without the scheme, which is http since old sites have no other. */
function typedAddress(typed: string): string {
  const text = typed.trim()
  const address = webAddress(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`, 'http://localhost')
  if (address === undefined) throw fieldFailure('address', '应为网址，例如 www.example.com')
  return address
}
