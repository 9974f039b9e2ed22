import { type Log, warnOnce } from '../log.ts'
import { chinaTime } from '../store/chinaTime.ts'
import type { AgentRecord, ChannelRecord, Mark } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { DeliveryFailure } from './deliveryFailure.ts'
import { dueAt, type MarkField, markFields } from './due.ts'

/** Records that one message is about. */
export interface Batch {
  field: MarkField
  records: readonly [AgentRecord, ...AgentRecord[]]
}

interface Parts {
  store: Store
  /** Rejects with a DeliveryFailure. */
  send(channel: ChannelRecord, batch: Batch): Promise<void>
  /** Whether this server sends, of several. */
  leads(): Promise<boolean>
  isStopped(): boolean
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

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** After each failure; after the last one it has failed. */
export const retryMs = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 24 * hour]
/** Services mute who sends twenty in a minute. */
const messagesPerMinute = 15
/** More that wait become one message. */
const singleMessages = 3
/** Until the disk, the database or the server that sends is asked again. */
export const pauseMs = 15 * second

export type Lane = ReturnType<typeof createLane>

/**
 * What waits for one channel, and its one request at a time. The waiting ones are kept in memory, by the marks of the records, so that
 * nothing is searched for.
 */
export function createLane(id: string, { store: { agent, channel: channels }, send, leads, isStopped, now, log }: Parts) {
  const items = new Map<string, Item>()
  /** The times of the last minute's messages. */
  const tries = new Set<number>()
  /** What was sent and could not be marked. */
  let unmarked: SentMark[] = []
  let failures = 0
  let holdUntil = 0
  let running: Promise<void> | undefined

  /** One that can send. */
  const open = (): ChannelRecord | undefined => {
    const channel = channels.get(id)
    return channel?.on && !channel.paused ? channel : undefined
  }

  function follow(record: AgentRecord): void {
    const channel = channels.get(id)
    for (const field of markFields) {
      const key = `${field}/${record.id}`
      const due = channel?.on ? dueAt(record, channel, field, now()) : undefined
      if (due === undefined) items.delete(key)
      else items.set(key, { field, id: record.id, due })
      const { at } = record[field]?.[id] ?? {}
      if (at !== undefined && isRecent(Date.parse(at))) tries.add(Date.parse(at))
    }
  }
  /** Its time, which no other has. */
  function countTry(): number {
    let time = now()
    while (tries.has(time)) time++
    tries.add(time)
    return time
  }
  const isRecent = (time: number): boolean => Math.abs(now() - time) < minute

  /** When there may be one more message; 0 for now. */
  function freeAt({ kind }: ChannelRecord): number {
    for (const time of tries) if (!isRecent(time)) tries.delete(time)
    return kind === 'webhook' || tries.size < messagesPerMinute ? 0 : Math.min(...tries) + minute
  }

  /** The one that has waited the longest, with the others that go into the same message. */
  function nextBatch({ kind }: ChannelRecord): Batch | undefined {
    const due = [...items.values()].filter((item) => item.due <= now()).sort((a, b) => a.due - b.due)
    const field = due[0]?.field
    const ofField = due.filter((item) => item.field === field)
    const together = kind !== 'webhook' && (field === 'reminded' || ofField.length > singleMessages)
    const [first, ...others] = (together ? ofField : ofField.slice(0, 1)).flatMap((item) => agent.get(item.id) ?? [])
    return field && first && { field, records: [first, ...others] }
  }

  /** Each mark is written, or all are tried again. */
  async function mark(marks: readonly SentMark[]): Promise<void> {
    const results = await Promise.allSettled(marks.map(({ field, id: agentId, nextAt, mark: made }) =>
      agent.update(agentId, (current) =>
        (field === 'reminded' && current.nextAt !== nextAt ? current : { ...current, [field]: { ...current[field], [id]: made } })),
    ))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
  const marksOf = ({ field, records }: Batch, markOf: (record: AgentRecord) => Mark): SentMark[] =>
    records.map((record) => ({ field, id: record.id, nextAt: record.nextAt, mark: markOf(record) }))

  async function deliver(channel: ChannelRecord, batch: Batch): Promise<void> {
    const at = chinaTime(countTry())
    try {
      await send(channel, batch)
    } catch (error) {
      if (!isStopped()) await keepFailure(channel, batch, at, error)
      return
    }
    failures = 0
    unmarked = marksOf(batch, () => ({ state: 'sent', at }))
    await mark(unmarked)
    unmarked = []
  }

  async function keepFailure(channel: ChannelRecord, batch: Batch, at: string, error: unknown): Promise<void> {
    const failure = error instanceof DeliveryFailure ? error : new DeliveryFailure('服务器出错，详情见日志')
    if (failure !== error) log('error', `channel/${id}: a message was not sent`, error)
    if (failure.permanent) return pause(channel, failure.message)
    failures++
    holdUntil = now() + Math.max(failure.waitMs, Math.min(retryMs[failures - 1] ?? minute, minute))
    await mark(marksOf(batch, (record) => failedMark(record[batch.field]?.[id], failure, at)))
  }

  function failedMark(before: Mark | undefined, { message, waitMs }: DeliveryFailure, at: string): Mark {
    const tried = (before?.tries ?? 0) + 1
    const delay = retryMs[tried - 1]
    const failed = { at, reason: message, tries: tried }
    if (delay === undefined) return { state: 'failed', ...failed }
    return { state: 'waiting', ...failed, retryAt: chinaTime(now() + Math.max(delay, waitMs)) }
  }

  /** Unless somebody has saved it meanwhile. */
  async function pause(used: ChannelRecord, reason: string): Promise<void> {
    log('warn', `channel/${id} is paused until a test succeeds or it is saved again: ${reason}`)
    await channels.update(id, (current) => (current === used ? { ...current, paused: { reason, at: chinaTime(now()) } } : current))
  }

  async function pass(): Promise<void> {
    while (!isStopped()) {
      if (unmarked.length > 0) {
        await mark(unmarked)
        unmarked = []
      }
      if (wakeAt() > now()) return
      if (!(await leads())) {
        holdUntil = now() + pauseMs
        return
      }
      // From here to the request nothing is awaited: what was deleted meanwhile is not sent.
      const channel = open()
      const batch = channel && nextBatch(channel)
      if (!batch) return
      await deliver(channel, batch)
    }
  }
  const guardedPass = warnOnce(log, `channel/${id}: messages were not sent or not marked; it is tried again`, async () => {
    try {
      await pass()
    } catch (error) {
      holdUntil = now() + pauseMs
      throw error
    }
  })

  /** When there is something to do. */
  function wakeAt(): number {
    const channel = open()
    if (!channel) return Infinity
    let due = unmarked.length > 0 ? 0 : Infinity
    for (const item of items.values()) due = Math.min(due, item.due)
    return Math.max(due, holdUntil, freeAt(channel))
  }

  return {
    follow,
    forget(agentId: string): void {
      for (const field of markFields) items.delete(`${field}/${agentId}`)
    },
    /** When the channel has changed. */
    reset(): void {
      items.clear()
      failures = 0
      holdUntil = 0
      if (channels.get(id)?.on) for (const record of agent.newest()) follow(record)
    },
    /** Counts a message that is sent beside; false when there may be none now. */
    admit(channel: ChannelRecord): boolean {
      if (freeAt(channel) > 0) return false
      countTry()
      return true
    },
    wakeAt: (): number => (running ? Infinity : wakeAt()),
    run(): Promise<void> {
      running ??= guardedPass().finally(() => (running = undefined))
      return running
    },
  }
}
