import { basename } from 'node:path'
import { hourMs, minuteMs } from '../../contract/text/durations.ts'
import type { OffsiteFact } from '../../contract/kinds/entities.ts'
import { isElsewhere } from './backupState.ts'
import { createDate, shownTime } from '../store/kind.ts'
import type { OffsiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

const checkMs = 7 * 24 * hourMs
const overdueMs = 48 * hourMs

type Records = Pick<Store, 'backup' | 'offsite'>

export const untried = { doneAt: '', name: '', bytes: 0, failure: '', since: '' }

/** The archive that is to be sent, once it is time to. */
export function dueToSend({ backup, offsite }: Records, now: number): string | undefined {
  const daily = backup.get('daily')
  const sent = offsite.get('send')
  if (daily?.failure !== '' || basename(daily.file) === sent?.name || isElsewhere(daily)) return undefined
  return isHeld(sent, minuteMs, now) ? undefined : daily.file
}

/** The archive that is to be fetched and verified: the newest, once a week. */
export function dueToCheck({ offsite }: Pick<Records, 'offsite'>, now: number): string | undefined {
  const sent = offsite.get('send')
  const checked = offsite.get('check')
  if (!sent?.name || isHeld(checked, hourMs, now)) return undefined
  const isDone = checked?.failure === '' && Math.abs(now - Date.parse(checked.doneAt)) < checkMs
  return isDone ? undefined : sent.name
}

/** After a failure as long as it has failed already, up to six hours. */
function isHeld(last: OffsiteRecord | undefined, least: number, now: number): boolean {
  if (!last?.failure) return false
  const failedAt = Date.parse(last.createdAt)
  const pause = Math.min(Math.max(failedAt - Date.parse(last.since), least), 6 * hourMs)
  return Math.abs(now - failedAt) < pause
}

/** Together with the longest run it is within ten minutes. */
const patienceMs = 5 * minuteMs

/** Why no minute, or no upload, could be sent for a while. */
export function minutesFailure({ offsite }: Pick<Records, 'offsite'>, now: number): string | undefined {
  const outcomes = [offsite.get('minute'), offsite.get('uploads')]
  return outcomes.find((made) => made?.failure && Date.parse(made.since) < now - patienceMs)?.failure
}

/** What staff and the operator see of the copies elsewhere. */
export function offsiteState({ offsite }: { offsite: Pick<Store['offsite'], 'get'> }, now: number): OffsiteFact {
  const sent = offsite.get('send')
  const checked = offsite.get('check')
  const { doneAt: minuteAt = '' } = offsite.get('minute') ?? {}
  return {
    ...(minuteAt && { minuteAt: shownTime(minuteAt) }),
    copy: sent?.name ? { at: shownTime(sent.doneAt), name: sent.name, bytes: sent.bytes } : null,
    failed: sent?.failure ? { at: createDate(sent), reason: sent.failure } : null,
    checked: checked ? { at: createDate(checked), reason: checked.failure } : null,
    overdue: sent !== undefined && Date.parse(sent.doneAt || sent.since) < now - overdueMs,
  }
}
