import { channelGets } from '../../contract/calls/channels.ts'
import { minuteMs } from '../../contract/text/durations.ts'
import type { ChannelRecord, Mark } from '../store/leadRecords.ts'
import type { Collection } from '../store/collection.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Job, Jobs } from '../system/jobs.ts'
import type { Log } from '../system/log.ts'
import { DeliveryFailure } from './deliveryFailure.ts'
import { dueAt, type MarkField, markFields, type Notified } from './due.ts'
import { failedMark, holdMs } from './retries.ts'

/** Records that one message is about. */
export interface Batch<R extends Notified> {
  field: MarkField
  records: readonly [R, ...R[]]
}

interface ChannelQueueParts<R extends Notified> {
  id: string
  channels: Pick<Collection<ChannelRecord>, 'get' | 'update'>
  records: Pick<Collection<R>, 'get' | 'newest' | 'update'>
  /** Which of the records, where not all are. */
  isFor?: ((record: R) => boolean) | undefined
  /** Rejects with a DeliveryFailure. */
  sendMessage(channel: ChannelRecord, batch: Batch<R>): Promise<void>
  jobs: Pick<Jobs, 'add' | 'stopping'>
  now: () => number
  log: Log
}

interface Item {
  field: MarkField
  id: string
  due: number
  /** Of what has failed. */
  mark: Mark | undefined
}

/** Services mute who sends twenty in a minute. */
const messagesPerMinute = 15
const sparePerMinute = 10
/** More that wait become one message. */
const singleMessages = 3

/**
 * The messages of one channel about the records of one collection. Which wait is kept in memory, by the marks of the records. A run sends
 * one message.
 */
export class ChannelQueue<R extends Notified> implements Job {
  /** Nothing is sent from then on. */
  readonly end: () => void
  readonly failed: string
  readonly onlyLeader = true
  readonly sends = true
  readonly #parts: ChannelQueueParts<R>
  readonly #items = new Map<string, Item>()
  /** The times of the last minute's messages. */
  readonly #tries = new Set<number>()
  #failures = 0
  #holdUntil = 0
  /** Marks what was sent. Until it has, nothing else is sent. */
  #unwritten: (() => Promise<void>) | undefined

  constructor(parts: ChannelQueueParts<R>) {
    this.failed = `channel/${parts.id}: what was due was not sent or not marked; it is tried again`
    this.#parts = parts
    this.end = parts.jobs.add(this)
  }

  /** When a record is new or has changed. */
  follow(record: R): void {
    const { id: channelId, channels, now } = this.#parts
    const channel = channels.get(channelId)
    for (const field of markFields) {
      const key = `${field}/${record.id}`
      const isFor = this.#parts.isFor?.(record) ?? true
      const due = channel?.on && isFor ? dueAt(record, channel, field, now(), this.#items.get(key)?.due) : undefined
      const mark = record[field]?.[channelId]
      const { at } = mark ?? {}
      if (due === undefined) this.#items.delete(key)
      else this.#items.set(key, { field, id: record.id, due, mark })
      if (at !== undefined && this.#isRecent(Date.parse(at))) this.#tries.add(Date.parse(at))
    }
  }

  forget(recordId: string): void {
    for (const field of markFields) this.#items.delete(`${field}/${recordId}`)
  }

  /** When the channel has changed. */
  reset(): void {
    const { id, channels, records } = this.#parts
    this.#items.clear()
    this.#failures = 0
    this.#holdUntil = 0
    if (channels.get(id)?.on) for (const record of records.newest()) this.follow(record)
  }

  /** What has failed, or waits in a paused channel, since before a moment. */
  waiting(before: number): Item[] {
    const { paused } = this.#parts.channels.get(this.#parts.id) ?? {}
    return [...this.#items.values()].filter(({ mark }) => Date.parse(mark?.since ?? paused?.at ?? '') < before)
  }

  /** When something else may be sent by the channel: not before what is due, and it leaves room for what staff send. */
  spareAt(channel: ChannelRecord): number {
    const { now } = this.#parts
    const isBusy = this.next() <= now()
    return isBusy ? now() + 1_000 : this.#freeAt(channel, sparePerMinute)
  }

  /** Counts a message that is sent beside; false when there may be none now. */
  admit(channel: ChannelRecord): boolean {
    if (this.#freeAt(channel) > 0) return false
    this.#beginTry()
    return true
  }

  next(): number {
    const channel = this.#open()
    if (!channel) return Infinity
    if (this.#unwritten) return 0
    let due = Infinity
    for (const item of this.#items.values()) due = Math.min(due, item.due)
    return Math.max(due, this.#holdUntil, this.#freeAt(channel))
  }

  async run(): Promise<void> {
    if (this.#unwritten) return this.#write(this.#unwritten)
    // From here to the request nothing is awaited: what was deleted meanwhile is not sent.
    const channel = this.#open()
    const batch = channel && this.#nextBatch(channel)
    if (!batch) return
    const at = chinaTime(this.#beginTry())
    try {
      await this.#parts.sendMessage(channel, batch)
    } catch (error) {
      if (!this.#parts.jobs.stopping.aborted) await this.#fail(channel, batch, at, error)
      return
    }
    this.#failures = 0
    await this.#write(() => this.#mark(batch, () => ({ state: 'sent', at })))
  }

  /** The channel, while something can be sent by it. */
  #open(): ChannelRecord | undefined {
    const channel = this.#parts.channels.get(this.#parts.id)
    return channel?.on && !channel.paused ? channel : undefined
  }

  /** When there may be one more message; 0 for now. */
  #freeAt({ kind }: ChannelRecord, perMinute = messagesPerMinute): number {
    for (const time of this.#tries) if (!this.#isRecent(time)) this.#tries.delete(time)
    // What gets no digests would be ever later.
    const isFree = !channelGets(kind, 'digests') || this.#tries.size < perMinute
    return isFree ? 0 : Math.min(...this.#tries) + minuteMs
  }

  #isRecent(time: number): boolean {
    return Math.abs(this.#parts.now() - time) < minuteMs
  }

  /** A time that no other has. */
  #beginTry(): number {
    let time = this.#parts.now()
    while (this.#tries.has(time)) time++
    this.#tries.add(time)
    return time
  }

  /** The one that has waited the longest, with the others that go into the same message. */
  #nextBatch({ kind }: ChannelRecord): Batch<R> | undefined {
    const { records, now } = this.#parts
    const due = [...this.#items.values()].filter((item) => item.due <= now()).sort((a, b) => a.due - b.due)
    const field = due[0]?.field
    const ofField = due.filter((item) => item.field === field)
    const together = channelGets(kind, 'digests') && (field === 'reminded' || ofField.length > singleMessages)
    const [first, ...others] = (together ? ofField : ofField.slice(0, 1)).flatMap((item) => records.get(item.id) ?? [])
    return field && first && { field, records: [first, ...others] }
  }

  async #write(write: () => Promise<void>): Promise<void> {
    this.#unwritten = write
    await write()
    this.#unwritten = undefined
  }

  async #fail(channel: ChannelRecord, batch: Batch<R>, at: string, error: unknown): Promise<void> {
    const { id, log, now } = this.#parts
    const failure = error instanceof DeliveryFailure ? error : new DeliveryFailure('服务器出错，详情见日志')
    if (failure !== error) log('error', `channel/${id}: something was not sent`, error)
    if (failure.permanent) return this.#pause(channel, failure.message)
    this.#holdUntil = now() + holdMs(this.#failures++, failure)
    await this.#mark(batch, (record) => failedMark(record[batch.field]?.[id], failure, at, now()))
  }

  /** Unless somebody has saved it meanwhile. */
  async #pause(channel: ChannelRecord, reason: string): Promise<void> {
    const { id, channels, log, now } = this.#parts
    log('warn', `channel/${id} is paused until a test succeeds or it is saved again: ${reason}`)
    const paused = { reason, at: chinaTime(now()) }
    await channels.update(id, (current) => (current === channel ? { ...current, paused } : current))
  }

  async #mark(batch: Batch<R>, markOf: (record: R) => Mark): Promise<void> {
    const { field } = batch
    const { id, records } = this.#parts
    const results = await Promise.allSettled(
      batch.records.map((record) => {
        const mark = markOf(record)
        return records.update(record.id, (current) => {
          // The reminder of another day has a mark of its own, and so has the end of an alarm.
          if (current.createdAt !== record.createdAt || (field === 'reminded' && current.nextAt !== record.nextAt))
            return current
          return { ...current, [field]: { ...current[field], [id]: mark } }
        })
      }),
    )
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
}
