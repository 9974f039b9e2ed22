import type { Mark } from '../store/agentRecords.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { DeliveryFailure } from './deliveryFailure.ts'

const second = 1_000
export const minute = 60 * second
const hour = 60 * minute
/** After each failure; after the last one it has failed. */
const retryMs = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 24 * hour]

/** How long nothing else is sent to a service, after so many failures in a row. */
export const holdMs = (failures: number, { waitMs }: DeliveryFailure): number =>
  Math.max(waitMs, Math.min(retryMs[failures] ?? minute, minute))

export function failedMark(
  before: Mark | undefined,
  { message, waitMs }: DeliveryFailure,
  at: string,
  now: number,
): Mark {
  const tried = before?.tries ?? 0
  const delay = retryMs[tried]
  const mark = { at, reason: message, tries: tried + 1 }
  if (delay === undefined) return { state: 'failed', ...mark }
  return { state: 'waiting', ...mark, retryAt: chinaTime(now + Math.max(delay, waitMs)) }
}
