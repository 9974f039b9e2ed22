import { dayMs, hourMs, minuteMs } from '../../contract/text/durations.ts'
import { chinaTime } from '../system/chinaTime.ts'

const chinaOffsetMs = 8 * hourMs

interface LastAttempt {
  time: number
  failed: boolean
}

/** After a failure, which may be a disk that was unavailable for a while. */
const retryBackupMs = hourMs

/** Whether no backup has been attempted since the last time that clocks in China showed so many minutes past midnight. */
export function isDue(minutes: number, last: LastAttempt | undefined, now: number): boolean {
  // An attempt that is days ahead was made while the clock was wrong; do not wait for that time.
  if (last === undefined || last.time > now + dayMs) return true
  const midnight = Math.floor((now + chinaOffsetMs) / dayMs) * dayMs - chinaOffsetMs
  const today = midnight + minutes * minuteMs
  const slot = today <= now ? today : today - dayMs
  return last.time < slot || (last.failed && now >= last.time + retryBackupMs)
}

/** In China time, so that the names sort by the time of the backup. They end with the store, unless that is older than such names. */
export const archiveName = (time: number, store?: string): string =>
  `zhuzhan-${chinaTime(time).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}${store ? `-${store}` : ''}.tar.gz`

const named = /^zhuzhan-(\d{8})-(\d{6})(?:-([0-9a-f]{8}))?\.tar\.gz$/
export const isArchiveName = (name: string): boolean => named.test(name)
export const storeOf = (name: string): string | undefined => named.exec(name)?.[3]

export interface Keeping {
  /** Archives of other stores are never removed. */
  store: string | undefined
  /** When this store was restored last; what was there before stays for eight days, since it may have been the wrong archive. */
  restoredAt?: number | undefined
  /** The first of the minutes that stand on the archives: what is newer than the archive before it stays. */
  oldestMinute?: number | undefined
}

/** Minutes are kept so long: the archives have what is older. */
export const minutesKeptMs = 8 * dayMs
const undoMs = 8 * dayMs

/**
 * The names of the archives to remove. Kept is the newest archive of each of the last so many days, weeks (from Monday) and months that
 * have one; files with other names and those dated in the future by a wrong clock are never removed.
 */
export function expired(
  names: readonly string[],
  keep: { days: number; weeks: number; months: number },
  now: number,
  { store, restoredAt, oldestMinute }: Keeping,
): string[] {
  const archives = names
    .filter((name) => storeOf(name) === store)
    .map((name) => ({ name, time: timeOf(name) }))
    .filter(({ time }) => time <= now + dayMs)
    .sort((a, b) => b.time - a.time)
  const kept = new Set([
    ...newestOfEach(archives, keep.days, (time) => chinaTime(time).slice(0, 10)),
    ...newestOfEach(archives, keep.weeks, mondayOf),
    ...newestOfEach(archives, keep.months, (time) => chinaTime(time).slice(0, 7)),
  ])
  const isUndoable = restoredAt !== undefined && Math.abs(now - restoredAt) < undoMs
  const beforeMinutes = oldestMinute === undefined ? undefined : archives.find(({ time }) => time <= oldestMinute)
  const neededSince = beforeMinutes?.time ?? oldestMinute ?? Infinity
  for (const { name, time } of archives) {
    if (isUndoable && time <= restoredAt) kept.add(name)
    if (time >= neededSince) kept.add(name)
  }
  return archives.map(({ name }) => name).filter((name) => !kept.has(name))
}

/** NaN for other names, which no comparison accepts. */
export function timeOf(name: string): number {
  const [, date = '', time = ''] = named.exec(name) ?? []
  return Date.parse(`${date.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}+08:00`)
}

function newestOfEach(
  newestFirst: readonly { name: string; time: number }[],
  count: number,
  periodOf: (time: number) => string,
): string[] {
  const newest = new Map<string, string>()
  for (const { name, time } of newestFirst) {
    const period = periodOf(time)
    if (!newest.has(period)) newest.set(period, name)
  }
  return [...newest.values()].slice(0, count)
}

function mondayOf(time: number): string {
  const weekday = new Date(`${chinaTime(time).slice(0, 10)}T00:00:00Z`).getUTCDay()
  return chinaTime(time - ((weekday + 6) % 7) * dayMs).slice(0, 10)
}
