import type { EngineName } from '../../contract/push.ts'
import { type Log, warnOnce } from '../system/log.ts'
import type { Mark } from '../store/agentRecords.ts'
import { chinaDay, chinaTime } from '../system/chinaTime.ts'
import type { EngineRecord, PushRecord } from '../store/pushRecords.ts'
import type { Store } from '../store/store.ts'
import { inParts } from '../system/timeSlices.ts'
import { DeliveryFailure } from './deliveryFailure.ts'
import { type Engine, type EngineContext, QuotaUsed } from './engine.ts'
import { failedMark, holdMs, minute, pauseMs } from './retries.ts'
import type { Queue, Sending } from './sending.ts'

interface Parts extends Sending {
  store: Store
  engine: Engine
  /** Whether visitors see the page; of one that is gone, whether they did. */
  isShown(record: PushRecord): boolean
  /** Undefined where search engines cannot reach the site. */
  context: Omit<EngineContext, 'signal' | 'key'> | undefined
  key(): string
  now: () => number
  log: Log
}
type Batch = readonly [PushRecord, ...PushRecord[]]
type Marked = readonly [record: PushRecord, mark: Mark]

/** Pages that change within it are sent together. */
const collectMs = minute
/** After midnight in China, where the day of a quota begins. */
const afterMidnightMs = 5 * minute

/** What waits for one service of search engines, and its one request at a time. */
export class EngineQueue implements Queue {
  readonly #name: EngineName
  readonly #parts: Parts
  /** When each is due, by id. */
  readonly #waiting = new Map<string, number>()
  readonly #pass: () => Promise<void>
  /** What was sent and could not be marked. */
  #unmarked: readonly Marked[] = []
  #failures = 0
  #holdUntil = 0
  #running: Promise<void> | undefined

  constructor(name: EngineName, parts: Parts) {
    this.#name = name
    this.#parts = parts
    this.#pass = warnOnce(parts.log, `engine/${name}: pages were not sent or not marked; it is tried again`, async () => {
      try {
        await this.#sendDue()
      } catch (error) {
        this.#holdUntil = parts.now() + pauseMs
        throw error
      }
    })
  }

  /** When a page is new or has changed. */
  follow(id: string, record: PushRecord | undefined): void {
    const engine = this.#record()
    const mark = record?.marks[this.#name]
    if (!engine?.on || !record || mark?.state !== 'waiting' || record.changedAt < engine.since) return void this.#waiting.delete(id)
    const { at = '', retryAt } = mark
    const isTestedSince = (engine.testedAt ?? '') > at
    const now = this.#parts.now()
    if (retryAt !== undefined) this.#waiting.set(id, isTestedSince ? 0 : Date.parse(retryAt))
    // A clock that was ahead has stored times in the future.
    else this.#waiting.set(id, Math.min(Date.parse(record.changedAt), now) + collectMs)
  }

  /** When the service or the site has changed. */
  reset(): void {
    this.#waiting.clear()
    this.#failures = 0
    this.#holdUntil = 0
    for (const record of this.#parts.store.push.all()) this.follow(record.id, record)
  }

  waitsFor(id: string): boolean {
    return this.#waiting.has(id)
  }

  get waiting(): number {
    return this.#waiting.size
  }

  get wakeAt(): number {
    return this.#running ? Infinity : this.#nextAt()
  }

  run(): Promise<void> {
    this.#running ??= this.#pass().finally(() => (this.#running = undefined))
    return this.#running
  }

  /** How many addresses it accepts today; undefined where there is no limit. Rejects with a DeliveryFailure. */
  async askQuota(used: EngineRecord): Promise<number | undefined> {
    const { engine } = this.#parts
    if (!engine.quota) return undefined
    const ask = engine.quota.bind(engine)
    const remain = await this.#request((context) => ask(used, context))
    await this.keepQuota(remain)
    return remain
  }

  async send(used: EngineRecord, urls: readonly string[]) {
    return this.#request((context) => this.#parts.engine.send(used, urls, context))
  }

  async keepQuota(count: number): Promise<void> {
    const day = this.#today()
    await this.#parts.store.engine.update(this.#name, (current) => ({ ...current, remain: { day, count } }))
  }

  #request<T>(send: (context: EngineContext) => Promise<T>): Promise<T> {
    const { request, context, key } = this.#parts
    if (!context) throw new DeliveryFailure('搜索引擎访问不到这个网站')
    return request((signal) => send({ ...context, key: key(), signal }))
  }

  #record(): EngineRecord | undefined {
    return this.#parts.store.engine.get(this.#name)
  }

  #today(): string {
    return chinaTime(this.#parts.now()).slice(0, 10)
  }

  /** The service, while it can be sent to. */
  #open(): EngineRecord | undefined {
    const record = this.#record()
    return record?.on && !record.paused && this.#parts.context ? record : undefined
  }

  #nextAt(): number {
    const record = this.#open()
    if (!record) return Infinity
    let due = this.#unmarked.length > 0 ? 0 : Infinity
    for (const time of this.#waiting.values()) due = Math.min(due, time)
    return Math.max(due, this.#holdUntil, quotaAt(record))
  }

  async #sendDue(): Promise<void> {
    const { leads, isStopped, now } = this.#parts
    while (!isStopped()) {
      if (this.#unmarked.length > 0) await this.#writeUnmarked(this.#unmarked)
      if (this.#nextAt() > now()) return
      if (!(await leads())) {
        this.#holdUntil = now() + pauseMs
        return
      }
      // From here to a request nothing is awaited: what was deleted meanwhile is not sent.
      const record = this.#open()
      const batch = record && this.#nextBatch(record)
      if (!batch) return
      // Of more than the rest of the quota, Baidu accepts nothing.
      if (this.#parts.engine.quota && record.remain?.day !== this.#today()) await this.#tryTo(record, batch, () => this.askQuota(record))
      else await this.#tryTo(record, batch, () => this.#deliver(record, batch))
    }
  }

  /** The newest first. What visitors do not see is left out until something changes. */
  #nextBatch({ remain }: EngineRecord): Batch | undefined {
    const { store: { push }, engine, isShown, now } = this.#parts
    const due = [...this.#waiting].filter(([, time]) => time <= now() + collectMs).flatMap(([id]) => {
      const record = push.get(id)
      if (record && isShown(record)) return [record]
      this.#waiting.delete(id)
      return []
    })
    const most = Math.min(engine.most, remain?.day === this.#today() ? remain.count : engine.most)
    const [first, ...others] = due.sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1)).slice(0, most)
    return first && [first, ...others]
  }

  async #deliver(used: EngineRecord, batch: Batch): Promise<void> {
    const siteUrl = this.#parts.context?.siteUrl ?? ''
    const at = chinaTime(this.#parts.now())
    const { remain, refused } = await this.send(used, batch.map(({ address }) => siteUrl + address))
    this.#failures = 0
    await this.#writeUnmarked(batch.map((record) => {
      const reason = refused.get(siteUrl + record.address)
      return [record, reason === undefined ? { state: 'sent', at } : { state: 'failed', at, reason }]
    }))
    if (remain !== undefined) await this.keepQuota(remain)
  }

  async #tryTo(used: EngineRecord, batch: Batch, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof DeliveryFailure)) throw error
      if (!this.#parts.isStopped()) await this.#keepFailure(used, batch, error)
    }
  }

  async #keepFailure(used: EngineRecord, batch: Batch, failure: DeliveryFailure): Promise<void> {
    const { store, log, now } = this.#parts
    const at = chinaTime(now())
    if (failure instanceof QuotaUsed) return this.keepQuota(0)
    if (failure.permanent) {
      log('warn', `engine/${this.#name} is paused until a test succeeds or it is saved again: ${failure.message}`)
      const paused = { reason: failure.message, at }
      // Unless somebody has saved it meanwhile.
      await store.engine.update(this.#name, (current) => (current === used ? { ...current, paused } : current))
      return
    }
    this.#holdUntil = now() + holdMs(this.#failures++, failure)
    await this.#write(batch.map((record) => [record, failedMark(record.marks[this.#name], failure, at, now())]))
  }

  /** Until all of it is written, nothing else is sent. */
  async #writeUnmarked(marked: readonly Marked[]): Promise<void> {
    this.#unmarked = marked
    await this.#write(marked)
    this.#unmarked = []
  }

  /** A page that has changed meanwhile stays due. */
  async #write(marked: readonly Marked[]): Promise<void> {
    const { push } = this.#parts.store
    await inParts(marked, ([{ id, changedAt }, mark]) => push.update(id, (current) =>
      (current.changedAt === changedAt ? { ...current, marks: { ...current.marks, [this.#name]: mark } } : current)))
  }
}

/** When a service whose quota is used up accepts more; 0 for now. */
const quotaAt = ({ remain }: EngineRecord): number => (remain?.count === 0 ? chinaDay(remain.day).end + afterMidnightMs : 0)
