import { type Log, warnOnce } from '../system/log.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { ChannelRecord, Mark } from '../store/agentRecords.ts'
import type { Collection } from '../store/collection.ts'
import type { Store } from '../store/store.ts'
import { DeliveryFailure } from './deliveryFailure.ts'
import { dueAt, type MarkField, markFields, type Notified } from './due.ts'
import { failedMark, holdMs, minute, pauseMs } from './retries.ts'
import type { Queue, Sending } from './sending.ts'

/** Records that one message is about. */
export interface Batch<R extends Notified> {
  field: MarkField
  records: readonly [R, ...R[]]
}

interface Parts<R extends Notified> extends Pick<Sending, 'leads' | 'isStopped'> {
  store: Pick<Store, 'channel'>
  records: Pick<Collection<R, unknown>, 'get' | 'newest' | 'update'>
  /** Rejects with a DeliveryFailure. */
  send(channel: ChannelRecord, batch: Batch<R>): Promise<void>
  now: () => number
  log: Log
}

interface Item {
  field: MarkField
  id: string
  due: number
}
interface SentMark extends Pick<Item, 'field' | 'id'> {
  /** The reminder of another day has a mark of its own. */
  nextAt: string | undefined
  mark: Mark
}

/** Services mute who sends twenty in a minute. */
const messagesPerMinute = 15
/** More that wait become one message. */
const singleMessages = 3

/**
 * What waits for one channel of one collection, and its one request at a time. The waiting ones are kept in memory, by the marks of the
 * records, so that nothing is searched for.
 */
export class ChannelQueue<R extends Notified> implements Queue {
  readonly #id: string
  readonly #parts: Parts<R>
  readonly #items = new Map<string, Item>()
  /** The times of the last minute's messages. */
  readonly #tries = new Set<number>()
  readonly #pass: () => Promise<void>
  /** What was sent and could not be marked. */
  #unmarked: SentMark[] = []
  #failures = 0
  #holdUntil = 0
  #running: Promise<void> | undefined

  constructor(id: string, parts: Parts<R>) {
    this.#id = id
    this.#parts = parts
    this.#pass = warnOnce(parts.log, `channel/${id}: messages were not sent or not marked; it is tried again`, async () => {
      try {
        await this.#sendDue()
      } catch (error) {
        this.#holdUntil = parts.now() + pauseMs
        throw error
      }
    })
  }

  /** When a record is new or has changed. */
  follow(record: R): void {
    const { store, now } = this.#parts
    const channel = store.channel.get(this.#id)
    for (const field of markFields) {
      const key = `${field}/${record.id}`
      const due = channel?.on ? dueAt(record, channel, field, now(), this.#items.get(key)?.due) : undefined
      if (due === undefined) this.#items.delete(key)
      else this.#items.set(key, { field, id: record.id, due })
      const { at } = record[field]?.[this.#id] ?? {}
      if (at !== undefined && this.#isRecent(Date.parse(at))) this.#tries.add(Date.parse(at))
    }
  }

  forget(recordId: string): void {
    for (const field of markFields) this.#items.delete(`${field}/${recordId}`)
  }

  /** When the channel has changed. */
  reset(): void {
    const { store: { channel }, records } = this.#parts
    this.#items.clear()
    this.#failures = 0
    this.#holdUntil = 0
    if (channel.get(this.#id)?.on) for (const record of records.newest()) this.follow(record)
  }

  /** Counts a message that is sent beside; false when there may be none now. */
  admit(channel: ChannelRecord): boolean {
    if (this.#freeAt(channel) > 0) return false
    this.#countTry()
    return true
  }

  /** When there is something to do. */
  get wakeAt(): number {
    return this.#running ? Infinity : this.#nextAt()
  }

  run(): Promise<void> {
    this.#running ??= this.#pass().finally(() => (this.#running = undefined))
    return this.#running
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
      // From here to the request nothing is awaited: what was deleted meanwhile is not sent.
      const channel = this.#open()
      const batch = channel && this.#nextBatch(channel)
      if (!batch) return
      await this.#deliver(channel, batch)
    }
  }

  /** The channel, while it can send. */
  #open(): ChannelRecord | undefined {
    const channel = this.#parts.store.channel.get(this.#id)
    return channel?.on && !channel.paused ? channel : undefined
  }

  #nextAt(): number {
    const channel = this.#open()
    if (!channel) return Infinity
    let due = this.#unmarked.length > 0 ? 0 : Infinity
    for (const item of this.#items.values()) due = Math.min(due, item.due)
    return Math.max(due, this.#holdUntil, this.#freeAt(channel))
  }

  /** When there may be one more message; 0 for now. */
  #freeAt({ kind }: ChannelRecord): number {
    for (const time of this.#tries) if (!this.#isRecent(time)) this.#tries.delete(time)
    return kind === 'webhook' || this.#tries.size < messagesPerMinute ? 0 : Math.min(...this.#tries) + minute
  }

  /** Its time, which no other has. */
  #countTry(): number {
    let time = this.#parts.now()
    while (this.#tries.has(time)) time++
    this.#tries.add(time)
    return time
  }

  #isRecent(time: number): boolean {
    return Math.abs(this.#parts.now() - time) < minute
  }

  /** The one that has waited the longest, with the others that go into the same message. */
  #nextBatch({ kind }: ChannelRecord): Batch<R> | undefined {
    const { records, now } = this.#parts
    const due = [...this.#items.values()].filter((item) => item.due <= now()).sort((a, b) => a.due - b.due)
    const field = due[0]?.field
    const ofField = due.filter((item) => item.field === field)
    const together = kind !== 'webhook' && (field === 'reminded' || ofField.length > singleMessages)
    const [first, ...others] = (together ? ofField : ofField.slice(0, 1)).flatMap((item) => records.get(item.id) ?? [])
    return field && first && { field, records: [first, ...others] }
  }

  async #deliver(channel: ChannelRecord, batch: Batch<R>): Promise<void> {
    const at = chinaTime(this.#countTry())
    try {
      await this.#parts.send(channel, batch)
    } catch (error) {
      if (!this.#parts.isStopped()) await this.#keepFailure(channel, batch, at, error)
      return
    }
    this.#failures = 0
    await this.#writeUnmarked(marksOf(batch, () => ({ state: 'sent', at })))
  }

  async #keepFailure(channel: ChannelRecord, batch: Batch<R>, at: string, error: unknown): Promise<void> {
    const { log, now } = this.#parts
    const failure = error instanceof DeliveryFailure ? error : new DeliveryFailure('服务器出错，详情见日志')
    if (failure !== error) log('error', `channel/${this.#id}: a message was not sent`, error)
    if (failure.permanent) return this.#pause(channel, failure.message)
    this.#holdUntil = now() + holdMs(this.#failures++, failure)
    await this.#write(marksOf(batch, (record) => failedMark(record[batch.field]?.[this.#id], failure, at, now())))
  }

  /** Unless somebody has saved it meanwhile. */
  async #pause(used: ChannelRecord, reason: string): Promise<void> {
    const { store, log, now } = this.#parts
    log('warn', `channel/${this.#id} is paused until a test succeeds or it is saved again: ${reason}`)
    const paused = { reason, at: chinaTime(now()) }
    await store.channel.update(this.#id, (current) => (current === used ? { ...current, paused } : current))
  }

  /** Until all of it is written, nothing else is sent. */
  async #writeUnmarked(marks: SentMark[]): Promise<void> {
    this.#unmarked = marks
    await this.#write(marks)
    this.#unmarked = []
  }

  async #write(marks: readonly SentMark[]): Promise<void> {
    const { records } = this.#parts
    const results = await Promise.allSettled(marks.map(({ field, id, nextAt, mark }) => records.update(id, (current) =>
      (field === 'reminded' && current.nextAt !== nextAt ? current : { ...current, [field]: { ...current[field], [this.#id]: mark } }))))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
}

const marksOf = <R extends Notified>({ field, records }: Batch<R>, markOf: (record: R) => Mark): SentMark[] =>
  records.map((record) => ({ field, id: record.id, nextAt: record.nextAt, mark: markOf(record) }))
