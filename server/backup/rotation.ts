import { chinaTime } from '../store/chinaTime.ts'

export interface Keep {
  days: number
  weeks: number
  months: number
}

const day = 86_400_000

/** In China time, so that the names sort as the archives were made. */
export const archiveName = (at: number): string => `zhuzhan-${chinaTime(at).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.tar.gz`

/**
 * The names of the archives that are kept no longer: all but the newest of each of so many days, weeks (from Monday) and months in
 * which there are any. Archives under other names are nobody's to remove, nor are those dated in the future by a wrong clock.
 */
export function expired(names: readonly string[], { days, weeks, months }: Keep, now: number): string[] {
  const archives = names
    .map((name) => ({ name, at: timeOf(name) }))
    .filter(({ at }) => at <= now + day)
    .sort((a, b) => b.at - a.at)
  const kept = new Set([
    ...newestOfEach(archives, days, (at) => chinaTime(at).slice(0, 10)),
    ...newestOfEach(archives, weeks, mondayOf),
    ...newestOfEach(archives, months, (at) => chinaTime(at).slice(0, 7)),
  ])
  return archives.map(({ name }) => name).filter((name) => !kept.has(name))
}

/** NaN for a name that is not ours, which is before no time. */
function timeOf(name: string): number {
  const [, date = '', time = ''] = /^zhuzhan-(\d{8})-(\d{6})\.tar\.gz$/.exec(name) ?? []
  return Date.parse(`${date.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}+08:00`)
}

function newestOfEach(newestFirst: readonly { name: string; at: number }[], most: number, periodOf: (at: number) => string): string[] {
  const newest = new Map<string, string>()
  for (const { name, at } of newestFirst) {
    const period = periodOf(at)
    if (!newest.has(period)) newest.set(period, name)
  }
  return [...newest.values()].slice(0, most)
}

function mondayOf(at: number): string {
  const weekday = new Date(`${chinaTime(at).slice(0, 10)}T00:00:00Z`).getUTCDay()
  return chinaTime(at - ((weekday + 6) % 7) * day).slice(0, 10)
}
