import type { Delivery } from '../../contract/calls/channels.ts'
import { dayMs, hourMs } from '../../contract/text/durations.ts'
import type { LeadRecord, ChannelRecord, Mark, Marks } from '../store/leadRecords.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { type Edited, shownTime } from '../store/kind.ts'

/** The marks of the two messages that a record can cause: that it has arrived, and that its day has come. */
export const markFields = ['delivered', 'reminded'] as const
export type MarkField = (typeof markFields)[number]

/** A record that messages are sent about. */
export interface Notified extends Edited, Partial<Record<MarkField, Marks>> {
  nextAt?: string
  /** Nobody needs a message any more. */
  seen?: true
}

/** When a message is due; undefined when it was sent, has failed, or is older than the channel. `known` is when it has been due so far. */
export function dueAt(
  record: Notified,
  channel: ChannelRecord,
  field: MarkField,
  now: number,
  known = Infinity,
): number | undefined {
  if (record.seen) return undefined
  const mark = record[field]?.[channel.id]
  if (mark) return mark.state === 'waiting' ? retryTime(mark, channel) : undefined
  const remindAt = record.nextAt ? reminderAt(record.nextAt) : ''
  const at = field === 'delivered' ? record.createdAt : remindAt
  // Compared as texts, which all have the same form: there may be 100,000.
  if (at < channel.since) return undefined
  // A clock that was ahead has stored times in the future.
  if (field === 'delivered') return Math.min(Date.parse(at), now)
  const { createdAt, changedAt = createdAt } = record
  // Late because the server was down, or the message waits for others.
  const isLate = known <= now || (changedAt < at && now - Date.parse(at) < hourMs)
  return Date.parse(at) > now || isLate ? Date.parse(at) : nextNine(now)
}

/** At once after a test that has succeeded since. */
const retryTime = ({ at = '', retryAt }: Mark, { testedAt = '' }: ChannelRecord): number =>
  retryAt === undefined || testedAt > at ? 0 : Date.parse(retryAt)

/** Staff are reminded at 09:00. */
const reminderAt = (nextAt: string): string => `${String(nextAt).slice(0, 10)}T09:00:00.000+08:00`

/** Nobody is reminded of what they have just typed, nor at night. */
function nextNine(now: number): number {
  const today = Date.parse(reminderAt(chinaTime(now)))
  return today > now ? today : today + dayMs
}

/** Lists the channels that are on or have sent it. */
export function deliveriesOf(record: LeadRecord, channels: readonly ChannelRecord[]): Delivery[] {
  return channels.flatMap((channel): Delivery[] => {
    const { id: channelId, label, on, operator, paused } = channel
    const mark = record.delivered?.[channelId]
    if (mark && ((on && !operator) || mark.state === 'sent')) {
      const { state, at, reason = state === 'waiting' ? paused?.reason : undefined } = mark
      return [
        {
          channelId,
          label,
          state,
          ...(at !== undefined && { at: shownTime(at) }),
          ...(reason !== undefined && { reason }),
        },
      ]
    }
    const isDue = on && !operator && !mark && record.createdAt >= channel.since
    return isDue ? [{ channelId, label, state: 'waiting', ...(paused && { reason: paused.reason }) }] : []
  })
}

/** The record with a message due at once by the channels that are on and have not sent it. */
export function resent(record: LeadRecord, channels: readonly ChannelRecord[]): LeadRecord {
  const due = channels.filter(({ id, on, operator }) => on && !operator && record.delivered?.[id]?.state !== 'sent')
  return {
    ...record,
    delivered: { ...record.delivered, ...Object.fromEntries(due.map(({ id }) => [id, { state: 'waiting' as const }])) },
  }
}
