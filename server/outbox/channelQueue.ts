import type { ChannelRecord, Mark } from '../store/agentRecords.ts'
import type { Collection } from '../store/collection.ts'
import type { DeliveryFailure } from './deliveryFailure.ts'
import { dueAt, type MarkField, markFields, type Notified } from './due.ts'
import { failedMark, holdMs, minute } from './retries.ts'
import { SendQueue, type SendQueueParts } from './sendQueue.ts'

/** Records that one message is about. */
export interface Batch<R extends Notified> {
  field: MarkField
  records: readonly [R, ...R[]]
}

interface ChannelQueueParts<R extends Notified> extends Omit<SendQueueParts<ChannelRecord>, 'name'> {
  records: Pick<Collection<R, unknown>, 'get' | 'newest' | 'update'>
  /** Rejects with a DeliveryFailure. */
  sendMessage(channel: ChannelRecord, batch: Batch<R>): Promise<void>
}

interface Item {
  field: MarkField
  id: string
  due: number
}

/** Services mute who sends twenty in a minute. */
const messagesPerMinute = 15
/** More that wait become one message. */
const singleMessages = 3

/** The messages about the records of one collection. Which wait is kept in memory, by the marks of the records. */
export class ChannelQueue<R extends Notified> extends SendQueue<ChannelRecord, Batch<R>> {
  readonly #parts: ChannelQueueParts<R>
  readonly #items = new Map<string, Item>()
  /** The times of the last minute's messages. */
  readonly #tries = new Set<number>()
  #failures = 0
  #holdUntil = 0

  constructor(parts: ChannelQueueParts<R>) {
    super({ ...parts, name: `channel/${parts.id}` })
    this.#parts = parts
  }

  /** When a record is new or has changed. */
  follow(record: R): void {
    const { id: channelId, receivers, now } = this.#parts
    const channel = receivers.get(channelId)
    for (const field of markFields) {
      const key = `${field}/${record.id}`
      const due = channel?.on ? dueAt(record, channel, field, now(), this.#items.get(key)?.due) : undefined
      if (due === undefined) this.#items.delete(key)
      else this.#items.set(key, { field, id: record.id, due })
      const { at } = record[field]?.[channelId] ?? {}
      if (at !== undefined && this.#isRecent(Date.parse(at))) this.#tries.add(Date.parse(at))
    }
  }

  forget(recordId: string): void {
    for (const field of markFields) this.#items.delete(`${field}/${recordId}`)
  }

  /** When the channel has changed. */
  reset(): void {
    const { id, receivers, records } = this.#parts
    this.#items.clear()
    this.#failures = 0
    this.#holdUntil = 0
    if (receivers.get(id)?.on) for (const record of records.newest()) this.follow(record)
  }

  /** Counts a message that is sent beside; false when there may be none now. */
  admit(channel: ChannelRecord): boolean {
    if (this.#freeAt(channel) > 0) return false
    this.beginTry()
    return true
  }

  protected nextAt(channel: ChannelRecord): number {
    let due = Infinity
    for (const item of this.#items.values()) due = Math.min(due, item.due)
    return Math.max(due, this.#holdUntil, this.#freeAt(channel))
  }

  /** When there may be one more message; 0 for now. */
  #freeAt({ kind }: ChannelRecord): number {
    for (const time of this.#tries) if (!this.#isRecent(time)) this.#tries.delete(time)
    return kind === 'webhook' || this.#tries.size < messagesPerMinute ? 0 : Math.min(...this.#tries) + minute
  }

  #isRecent(time: number): boolean {
    return Math.abs(this.#parts.now() - time) < minute
  }

  /** A time that no other has. */
  protected beginTry(): number {
    let time = this.#parts.now()
    while (this.#tries.has(time)) time++
    this.#tries.add(time)
    return time
  }

  /** The one that has waited the longest, with the others that go into the same message. */
  protected nextBatch({ kind }: ChannelRecord): Batch<R> | undefined {
    const { records, now } = this.#parts
    const due = [...this.#items.values()].filter((item) => item.due <= now()).sort((a, b) => a.due - b.due)
    const field = due[0]?.field
    const ofField = due.filter((item) => item.field === field)
    const together = kind !== 'webhook' && (field === 'reminded' || ofField.length > singleMessages)
    const [first, ...others] = (together ? ofField : ofField.slice(0, 1)).flatMap((item) => records.get(item.id) ?? [])
    return field && first && { field, records: [first, ...others] }
  }

  protected async send(channel: ChannelRecord, batch: Batch<R>, at: string): Promise<() => Promise<void>> {
    await this.#parts.sendMessage(channel, batch)
    this.#failures = 0
    return () => this.#mark(batch, () => ({ state: 'sent', at }))
  }

  protected keepFailure(batch: Batch<R>, failure: DeliveryFailure, at: string): Promise<void> {
    const { id, now } = this.#parts
    this.#holdUntil = now() + holdMs(this.#failures++, failure)
    return this.#mark(batch, (record) => failedMark(record[batch.field]?.[id], failure, at, now()))
  }

  async #mark({ field, records: sent }: Batch<R>, markOf: (record: R) => Mark): Promise<void> {
    const { id, records } = this.#parts
    const results = await Promise.allSettled(sent.map((record) => {
      const mark = markOf(record)
      return records.update(record.id, (current) => {
        // The reminder of another day has a mark of its own, and so has the end of an alarm.
        if (current.createdAt !== record.createdAt || (field === 'reminded' && current.nextAt !== record.nextAt)) return current
        return { ...current, [field]: { ...current[field], [id]: mark } }
      })
    }))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
}
