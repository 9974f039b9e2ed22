import { createHash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { type EngineName, engineNames } from '../../contract/push.ts'
import { kinds, type PagedKind, pagedKinds } from '../../contract/kinds.ts'
import { isPageOn } from '../../contract/sitePages.ts'
import { Failure } from '../failure.ts'
import { type Log, warnOnce } from '../system/log.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { versionOf } from '../store/kind.ts'
import { keyId, type PushRecord } from '../store/pushRecords.ts'
import { recordPage, shownIn, shownRecords } from '../store/recordPage.ts'
import type { AnyRecord, SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { inParts } from '../system/timeSlices.ts'
import { baidu } from './baidu.ts'
import { DeliveryFailure } from './deliveryFailure.ts'
import type { Engine } from './engine.ts'
import { EngineQueue } from './engineQueue.ts'
import { indexNow } from './indexNow.ts'
import type { TestResult } from './outbox.ts'
import { createSending } from './sending.ts'
import type { Network } from './service.ts'

interface Parts {
  store: Store
  site: () => SiteRecord
  siteUrl: string | undefined
  network: Network
  now: () => number
  log: Log
}
export type Push = ReturnType<typeof createPush>

const engines: Readonly<Record<EngineName, Engine>> = { baidu, indexnow: indexNow }
const names = Object.keys(engineNames) as EngineName[]
const idOf = (address: string): string => createHash('sha256').update(address).digest('hex').slice(0, 32)

/** Why search engines cannot reach the site; undefined where they can. */
function problemOf(siteUrl: string | undefined): string | undefined {
  if (siteUrl === undefined) return '还没有设置网站的地址，请运维人员设置SITE_URL'
  const { hostname } = new URL(siteUrl)
  return hostname.includes('.') && isIP(hostname) === 0 ? undefined : `SITE_URL是${siteUrl}，搜索引擎访问不到，请运维人员改成网站的域名`
}

/**
 * Notifies search engines of pages that are published, changed or removed. A record for each address says what was sent; what a crash
 * has left out follows at the next start from the versions of the records.
 */
export function createPush({ store, site, siteUrl, network, now, log }: Parts) {
  const { push, engine } = store
  const problem = problemOf(siteUrl)
  const context = siteUrl === undefined || problem !== undefined ? undefined : { siteUrl, origins: network.origins }
  const key = (): string => store.secret.get(keyId)?.key ?? ''
  /** The address of a record that visitors can find. */
  const pageOf = (kind: PagedKind, record: AnyRecord | undefined): string | undefined =>
    (record && shownIn(kind, site())(record) ? recordPage(kind, record, site()).address : undefined)
  const live = (kind: PagedKind, id: string): AnyRecord | undefined => store.states[kind].live.get(id)
  const isShown = ({ kind, recordId, address, version }: PushRecord): boolean =>
    (version === '' ? isPageOn(site(), kinds[kind].page.route) : pageOf(kind, live(kind, recordId)) === address)

  const sending = createSending(() => [...queues.values()], now)
  const queues = new Map(names.map((name) =>
    [name, new EngineQueue(name, { ...sending, store, engine: engines[name], isShown, context, key, now, log })] as const))

  /** `version` is '' for a page that is gone. */
  const mark = async (kind: PagedKind, recordId: string, address: string, version: string): Promise<void> => {
    const due = names.filter((name) => engine.get(name)?.on && (version !== '' || engines[name].removals))
    const id = idOf(address)
    const changedAt = chinaTime(now())
    await push.change(id, (current) => ({
      id, createdAt: current?.createdAt ?? changedAt, kind, recordId, address, version, changedAt,
      marks: Object.fromEntries(due.map((name) => [name, { state: 'waiting' }])),
    }))
  }
  /** Whether it is a page; one that waits in this version is not written again. */
  const markToSend = async (kind: PagedKind, id: string): Promise<boolean> => {
    const record = live(kind, id)
    const address = pageOf(kind, record)
    if (!record || address === undefined) return false
    const pushId = idOf(address)
    const isWaiting = [...queues].every(([name, queue]) => !engine.get(name)?.on || queue.waitsFor(pushId))
    if (!isWaiting || push.get(pushId)?.version !== versionOf(record)) await mark(kind, id, address, versionOf(record))
    return true
  }
  let isMarkingAll = false
  const markSafely = warnOnce(log, 'search engines are not notified of a page until the next start', mark)

  /** The moment since which changes are sent; undefined while no service is on. */
  const since = (): string | undefined => engine.all().filter(({ on }) => on).map((each) => each.since).sort()[0]

  /** What a crash between a save and its mark has left out. */
  async function markMissed(): Promise<void> {
    const from = since()
    if (from === undefined) return
    for (const kind of pagedKinds) {
      for (const record of shownRecords(kind, { store, site: site() })) {
        if (versionOf(record) < from) continue
        const { address } = recordPage(kind, record, site())
        if (push.get(idOf(address))?.version !== versionOf(record)) await markSafely(kind, record.id, address, versionOf(record))
      }
    }
    for (const { kind, recordId, address, version } of push.all()) {
      const record = live(kind, recordId)
      if (version !== '' && (!record || recordPage(kind, record, site()).address !== address)) await markSafely(kind, recordId, address, '')
    }
  }

  function follow(): void {
    for (const kind of pagedKinds) {
      store.states[kind].watch('push', ({ live: record }, { live: before }, _id, byOtherServer) => {
        if (byOtherServer || since() === undefined) return
        const [to, from] = [pageOf(kind, record), pageOf(kind, before)]
        if (record && to !== undefined && (to !== from || !before || versionOf(record) !== versionOf(before))) {
          void markSafely(kind, record.id, to, versionOf(record))
        }
        if (before && from !== undefined && from !== to) void markSafely(kind, before.id, from, '')
      })
    }
    const reset = (): void => {
      for (const queue of queues.values()) queue.reset()
      sending.wake()
    }
    engine.watch('push', (record, before) => {
      const { remain, ...others } = record ?? {}
      const { remain: remainBefore, ...othersBefore } = before ?? {}
      // When only the rest of the quota has changed, what holds the queue back stays.
      if (!isDeepStrictEqual(others, othersBefore) || isDeepStrictEqual(remain, remainBefore)) reset()
      sending.wake()
    })
    store.site.watch('push', reset)
    push.watch('push', (record, _before, _byOtherServer, id) => {
      for (const queue of queues.values()) queue.follow(id, record)
      sending.wake()
    })
    reset()
  }
  follow()

  return {
    problem,
    waiting: (name: EngineName): number => queues.get(name)?.waiting ?? 0,
    /** The file by which IndexNow checks who owns the site; undefined before it is used. */
    key: (): string | undefined => key() || undefined,
    makeKey: () => store.secret.change(keyId, (current) =>
      current ?? { id: keyId, createdAt: chinaTime(now()), key: randomBytes(16).toString('hex') }),

    /** Every page that visitors see. Returns how many. */
    async all(): Promise<number> {
      if (isMarkingAll) throw new Failure(409, '正在加入全部网址，请稍后再看')
      isMarkingAll = true
      try {
        const pages = pagedKinds.flatMap((kind) => store.states[kind].live.all().map(({ id }) => ({ kind, id })))
        return (await inParts(pages, ({ kind, id }) => markToSend(kind, id))).filter(Boolean).length
      } finally {
        isMarkingAll = false
      }
    },

    /** When it succeeds, the service is not paused any more. */
    async test(name: EngineName): Promise<TestResult> {
      const used = engine.get(name)
      const queue = queues.get(name)
      if (!used || !queue || problem !== undefined) return { ok: false, message: problem ?? '请先保存' }
      try {
        const remain = await queue.askQuota(used)
        if (remain === undefined) await queue.send(used, [`${siteUrl}/`])
        await engine.update(name, ({ paused: _paused, ...current }) => ({ ...current, testedAt: chinaTime(now()) }))
        return { ok: true, message: remain === undefined ? '首页已推送，搜索引擎收到了' : `连接成功，今天还可以推送${remain}个网址` }
      } catch (error) {
        if (error instanceof DeliveryFailure) return { ok: false, message: error.message }
        throw error
      }
    },

    start(leading: () => Promise<boolean>): () => Promise<void> {
      void warnOnce(log, 'pages that a crash has left out are not sent before the next start', markMissed)()
      return sending.start(leading)
    },
  }
}
