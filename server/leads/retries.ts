import { dayMs, hourMs, minuteMs } from '../../contract/text/durations.ts'
import type { Mark } from '../store/leadRecords.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { DeliveryFailure } from './deliveryFailure.ts'

/** After each failure; after the last one it has failed. */
const retryDelaysMs = [5_000, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs, dayMs]

/** How long nothing else is sent to a service, after so many failures in a row. */
export const holdMs = (failures: number, { waitMs }: DeliveryFailure): number =>
  Math.max(waitMs, Math.min(retryDelaysMs[failures] ?? minuteMs, minuteMs))

export function failedMark(
  before: Mark | undefined,
  { message, waitMs }: DeliveryFailure,
  at: string,
  now: number,
): Mark {
  const tried = before?.tries ?? 0
  const delay = retryDelaysMs[tried]
  const mark = { at, since: before?.since ?? at, reason: message, tries: tried + 1 }
  if (delay === undefined) return { state: 'failed', ...mark }
  return { state: 'waiting', ...mark, retryAt: chinaTime(now + Math.max(delay, waitMs)) }
}
