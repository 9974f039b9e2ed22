import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { kinds, type PagedKind, pagedKinds } from '../../contract/kinds.ts'
import { type SearchEngineName, searchEngineNames } from '../../contract/push.ts'
import { isPageOn } from '../../contract/sitePages.ts'
import { versionOf } from '../store/kind.ts'
import { keyId, waitedBefore, type WaitingPage } from '../store/pushRecords.ts'
import { recordPage, shownIn, shownRecords } from '../store/recordPage.ts'
import type { AnyRecord, SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Jobs } from '../system/jobs.ts'
import type { Log } from '../system/log.ts'
import { inSlices } from '../system/timeSlices.ts'
import { baidu } from './baidu.ts'
import { resultOf, type TestResult } from './deliveryFailure.ts'
import { indexNow } from './indexNow.ts'
import type { SearchEngine } from './searchEngine.ts'
import { SearchEngineQueue } from './searchEngineQueue.ts'
import type { Network } from './service.ts'

interface PushParts {
  store: Store
  site: () => SiteRecord
  siteUrl: string | undefined
  network: Network
  jobs: Pick<Jobs, 'add' | 'stopping'>
  now: () => number
  log: Log
}
export type Push = ReturnType<typeof createPush>

const services: Readonly<Record<SearchEngineName, SearchEngine>> = { baidu, indexnow: indexNow }
/** A save may become visible after another that began later. */
const saveMs = 5_000

/** Why search engines cannot reach the site; undefined where they can. */
function problemOf(siteUrl: string | undefined): string | undefined {
  if (siteUrl === undefined) return '还没有设置网站的地址，请运维人员设置SITE_URL'
  const { hostname } = new URL(siteUrl)
  return hostname.includes('.') && isIP(hostname) === 0 ? undefined : `SITE_URL是${siteUrl}，搜索引擎访问不到，请运维人员改成网站的域名`
}

/** The pages of records, for visitors. */
function createPages({ store, site, now }: Pick<PushParts, 'store' | 'site' | 'now'>) {
  const addressOf = (kind: PagedKind, record: AnyRecord | undefined): string | undefined =>
    (record && shownIn(kind, site())(record) ? recordPage(kind, record, site()).address : undefined)
  const pageOf = (kind: PagedKind, { id }: AnyRecord, address: string): WaitingPage =>
    ({ kind, recordId: id, address, changedAt: chinaTime(now()) })
  return {
    /** Whether visitors see the page; of one that is gone, whether they did. */
    isShown: ({ kind, recordId, address, gone }: WaitingPage): boolean =>
      (gone ? isPageOn(site(), kinds[kind].page.route) : addressOf(kind, store.states[kind].live.get(recordId)) === address),

    /** Those that differ between two states of a record. */
    changed(kind: PagedKind, record: AnyRecord | undefined, before: AnyRecord | undefined): WaitingPage[] {
      const [to, from] = [addressOf(kind, record), addressOf(kind, before)]
      const isNew = !before || to !== from || (record && versionOf(record) !== versionOf(before))
      return [
        ...(record && to !== undefined && isNew ? [pageOf(kind, record, to)] : []),
        ...(before && from !== undefined && from !== to ? [{ ...pageOf(kind, before, from), gone: true as const }] : []),
      ]
    },

    /** Those that are shown and have a later version; '' for all. */
    async since(from: string): Promise<WaitingPage[]> {
      const pages: WaitingPage[] = []
      for (const kind of pagedKinds) {
        await inSlices(shownRecords(kind, { store, site: site() }), (record) => {
          if (versionOf(record) > from) pages.push(pageOf(kind, record, recordPage(kind, record, site()).address))
        })
      }
      return pages
    },
  }
}

/** Older releases had a record for each address. */
async function takeOverOlder({ engine, push }: Store, now: number): Promise<void> {
  const pages = push.all()
  for (const name of searchEngineNames) {
    await engine.change(name, (current) =>
      (!current || current.waiting ? current : { ...current, since: chinaTime(now), waiting: waitedBefore(name, current, pages) }))
  }
  for (const { id } of pages) await push.remove(id)
}

/** Adds pages that change. Returns a function that has those looked at again that could not be added. */
function followPages(
  { store, pages, jobs }: Pick<PushParts, 'store' | 'jobs'> & { pages: ReturnType<typeof createPages> },
  add: (pages: readonly WaitingPage[]) => Promise<unknown>,
): () => void {
  /** By their addresses, until the records of the search engines have them. */
  const changed = new Map<string, WaitingPage>()
  const wake = jobs.add({
    failed: 'search engines are not notified of pages; it is tried again',
    next: () => (changed.size > 0 ? 0 : Infinity),
    async run() {
      const taken = [...changed.values()]
      await add(taken)
      for (const page of taken) if (changed.get(page.address) === page) changed.delete(page.address)
    },
  })
  for (const kind of pagedKinds) {
    store.states[kind].watch('push', ({ next: { live: record }, before: { live: before }, byOtherServer }) => {
      if (byOtherServer || !store.engine.all().some(({ on }) => on)) return
      for (const page of pages.changed(kind, record, before)) changed.set(page.address, page)
      wake()
    })
  }
  return wake
}

/**
 * Notifies search engines of pages that are published, changed or removed. The record of each says which wait; what a crash has left out
 * follows at the next start from the versions of the pages.
 */
export function createPush({ store, site, siteUrl, network, jobs, now, log }: PushParts) {
  const { engine: receivers } = store
  const problem = problemOf(siteUrl)
  const context = siteUrl === undefined || problem !== undefined ? undefined : { siteUrl, origins: network.origins }
  const key = (): string | undefined => store.secret.get(keyId)?.key
  const pages = createPages({ store, site, now })
  const queueOf = (name: SearchEngineName): SearchEngineQueue =>
    new SearchEngineQueue(name, { receivers, searchEngine: services[name], isShown: pages.isShown, context, key, jobs, now, log })
  const queues: Readonly<Record<SearchEngineName, SearchEngineQueue>> = { baidu: queueOf('baidu'), indexnow: queueOf('indexnow') }
  const all = Object.values(queues)
  for (const queue of all) jobs.add(queue)

  const wake = followPages({ store, pages, jobs }, (taken) => Promise.all(all.map((queue) => queue.add(taken))))
  const follow = (): void => {
    for (const queue of all) queue.follow()
    wake()
  }
  receivers.watch('push', follow)
  store.site.watch('push', follow)

  let isChecked = false
  jobs.add({
    failed: 'pages that a crash has left out are not sent yet',
    next: () => (isChecked ? Infinity : 0),
    async run() {
      await takeOverOlder(store, now())
      for (const queue of all) {
        const since = queue.since
        if (since !== undefined) await queue.addMissing(await pages.since(chinaTime(Date.parse(since) - saveMs)))
      }
      isChecked = true
    },
  })

  return {
    problem,
    waiting: (name: SearchEngineName): number => queues[name].waiting,
    /** The file by which IndexNow checks who owns the site; undefined before it is used. */
    key,
    makeKey: () => store.secret.change(keyId, (current) =>
      current ?? { id: keyId, createdAt: chinaTime(now()), key: randomBytes(16).toString('hex') }),

    /** Every page that visitors see. Returns how many. */
    async all(): Promise<number> {
      const shown = await pages.since('')
      await Promise.all(all.map((queue) => queue.addMissing(shown)))
      return shown.length
    },

    /** When it succeeds, the search engine is not paused any more. */
    async test(name: SearchEngineName): Promise<TestResult> {
      const record = receivers.get(name)
      if (!record || problem !== undefined) return { ok: false, message: problem ?? '请先保存' }
      return resultOf(queues[name].test(record))
    },
  }
}
