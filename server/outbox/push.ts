import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { hourMs } from '../../contract/durations.ts'
import { pagedKinds } from '../../contract/kinds.ts'
import { type SearchEngineName, searchEngineNames } from '../../contract/push.ts'
import { versionOf } from '../store/kind.ts'
import { keyId } from '../store/pushRecords.ts'
import { pagedKind, shownRecords } from '../store/recordPage.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Jobs } from '../system/jobs.ts'
import { inSlices } from '../system/timeSlices.ts'
import { baidu } from './baidu.ts'
import { DeliveryFailure, resultOf, type TestResult } from './deliveryFailure.ts'
import { indexNow } from './indexNow.ts'
import type { SearchEngine, SearchEngineContext } from './searchEngine.ts'
import { type Network, withTimeout } from './service.ts'

interface PushParts {
  store: Store
  site: () => CurrentSite
  siteUrl: string | undefined
  network: Network
  jobs: Pick<Jobs, 'every' | 'stopping'>
  now: () => number
}
export type Push = ReturnType<typeof createPush>

interface Page {
  address: string
  /** Sorts pages by when they have changed. */
  position: string
}

const services: Readonly<Record<SearchEngineName, SearchEngine>> = { baidu, indexnow: indexNow }
/** A save is visible on every server by then. */
const visibleMs = 60_000

/** Why somebody outside cannot reach the site; undefined where they can. */
export function problemOf(siteUrl: string, who: string): string | undefined {
  if (siteUrl === '') return '还没有设置网站的地址，请运维人员设置SITE_URL'
  const { hostname } = new URL(siteUrl)
  return hostname.includes('.') && isIP(hostname) === 0
    ? undefined
    : `SITE_URL是${siteUrl}，${who}访问不到，请运维人员改成网站的域名`
}

/**
 * Notifies search engines of the pages of records, once an hour. Which ones follows from the records: those that visitors see and that
 * have changed since the last page that was accepted. After a failure they are the same, and some more.
 */
export function createPush({ store, site, siteUrl = '', network: { origins }, jobs, now }: PushParts) {
  const { engine: engines } = store
  const problem = problemOf(siteUrl, '搜索引擎')
  const key = (): string | undefined => store.secret.get(keyId)?.key
  const request = <T>(send: (context: SearchEngineContext) => Promise<T>): Promise<T> =>
    withTimeout(jobs, (signal) => send({ siteUrl, key: key() ?? '', origins, signal }))

  /** The pages that visitors see behind a position, the one that has waited the longest first. */
  async function pagesAfter(since: string): Promise<Page[]> {
    const pages: Page[] = []
    for (const kind of pagedKinds) {
      await inSlices(shownRecords(kind, { store, site: site() }), (record) => {
        const address = pagedKind(kind).page.address(record.id, record)
        const position = `${versionOf(record)} ${address}`
        if (position > since) pages.push({ address, position })
      })
    }
    return pages.sort((a, b) => (a.position < b.position ? -1 : 1))
  }

  async function sendChanged(name: SearchEngineName): Promise<void> {
    const record = engines.get(name)
    if (!record?.on || problem !== undefined) return
    const at = chinaTime(now())
    const visible = chinaTime(now() - visibleMs)
    const pages = (await pagesAfter(record.since)).filter(({ position }) => position < visible)
    if (pages.length === 0) return
    let { since } = record
    let answer: typeof record.answer
    try {
      const urls = pages.map(({ address }) => siteUrl + address)
      const { count, words } = await request((context) => services[name].send(record, urls, context))
      since = pages[count - 1]?.position ?? since
      answer = { at, words }
    } catch (error) {
      if (!(error instanceof DeliveryFailure)) throw error
      // The server stops: that says nothing about the search engine.
      if (jobs.stopping.aborted) return
      answer = { at, words: error.message, failed: true }
    }
    // Somebody may have saved it meanwhile, or wanted all pages. Then they are sent again.
    await engines.update(name, (current) => (current === record ? { ...current, since, answer } : current))
  }

  for (const name of searchEngineNames) {
    const failed = `engine/${name}: changed pages were not sent, or it was not written down; they are sent again`
    jobs.every(hourMs, failed, () => sendChanged(name), { onlyLeader: true })
  }

  return {
    problem,
    /** The file by which IndexNow checks who owns the site; undefined before it is used. */
    key,
    makeKey: () =>
      store.secret.change(
        keyId,
        (current) => current ?? { id: keyId, createdAt: chinaTime(now()), key: randomBytes(16).toString('hex') },
      ),

    /** How many pages are not sent yet. */
    async waiting(name: SearchEngineName): Promise<number> {
      const record = engines.get(name)
      return record?.on ? (await pagesAfter(record.since)).length : 0
    },

    /** Has every page that visitors see sent again. Returns how many. */
    async all(): Promise<number> {
      for (const { id, on } of engines.all()) if (on) await engines.update(id, (current) => ({ ...current, since: '' }))
      return (await pagesAfter('')).length
    },

    async test(name: SearchEngineName): Promise<TestResult> {
      const record = engines.get(name)
      if (!record || problem !== undefined) return { ok: false, message: problem ?? '请先保存' }
      const at = chinaTime(now())
      const result = await resultOf(request((context) => services[name].test(record, context)))
      const answer = { at, words: result.message, ...(!result.ok && { failed: true as const }) }
      await engines.update(name, (current) => ({ ...current, answer }))
      return result
    },
  }
}
