import type { Delivery } from '../../contract/channels.ts'
import { type AgentRecord, type ChannelRecord, shownTime } from '../store/records.ts'

/** The marks of the two messages that a record can cause: that it has arrived, and that its day has come. */
export const markFields = ['delivered', 'reminded'] as const
export type MarkField = (typeof markFields)[number]

/** When a message is due; undefined when it was sent, has failed, or is older than the channel. */
export function dueAt(record: AgentRecord, channel: ChannelRecord, field: MarkField, now: number): number | undefined {
  const mark = record[field]?.[channel.id]
  const isTestedSince = channel.testedAt !== undefined && mark?.at !== undefined && channel.testedAt > mark.at
  if (mark) return mark.state !== 'waiting' ? undefined : mark.retryAt === undefined || isTestedSince ? 0 : Date.parse(mark.retryAt)
  const time = field === 'delivered' ? Date.parse(record.createdAt) : reminderTime(record)
  if (!(time >= Date.parse(channel.since))) return undefined
  // A clock that was ahead has stored times in the future.
  return field === 'delivered' ? Math.min(time, now) : time
}

/** 09:00 of its day in China. */
const reminderTime = ({ nextAt = '' }: AgentRecord): number => Date.parse(`${`${nextAt}`.slice(0, 10)}T09:00:00+08:00`)

/** By the channels that are on, or have sent it. */
export function deliveriesOf(record: AgentRecord, channels: readonly ChannelRecord[]): Delivery[] {
  return channels.flatMap((channel): Delivery[] => {
    const { id: channelId, on, paused } = channel
    const mark = record.delivered?.[channelId]
    if (mark && (on || mark.state === 'sent')) {
      const { state, at, reason = state === 'waiting' ? paused?.reason : undefined } = mark
      return [{ channelId, state, ...(at !== undefined && { at: shownTime(at) }), ...(reason !== undefined && { reason }) }]
    }
    const isDue = on && !mark && Date.parse(record.createdAt) >= Date.parse(channel.since)
    return isDue ? [{ channelId, state: 'waiting', ...(paused && { reason: paused.reason }) }] : []
  })
}

/** The record with a message due at once by the channels that are on and have not sent it. */
export function resent(record: AgentRecord, channels: readonly ChannelRecord[]): AgentRecord {
  const due = channels.filter(({ id, on }) => on && record.delivered?.[id]?.state !== 'sent')
  return { ...record, delivered: { ...record.delivered, ...Object.fromEntries(due.map(({ id }) => [id, { state: 'waiting' as const }])) } }
}
