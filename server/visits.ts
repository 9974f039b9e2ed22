import { createDailyCounts } from './dailyCounts.ts'
import { chinaTime } from './store/chinaTime.ts'
import type { Store } from './store/store.ts'

/** Counts page views per day, without cookies or addresses. Saved once a minute, so that many visits cause no more writes than few. */
export interface Visits {
  count(): void
  /** The last `days` days, the oldest first. */
  last(days: number): { day: string; count: number }[]
  flush(): Promise<void>
}

const dayMs = 86_400_000

export function createVisits({ visit }: Pick<Store, 'visit'>, now: () => number): Visits {
  const counts = createDailyCounts(visit, (day, saved, { count }) => (
    { id: day, createdAt: saved?.createdAt ?? chinaTime(now()), count: (saved?.count ?? 0) + count }
  ))
  const day = (time: number): string => chinaTime(time).slice(0, 10)
  /** The day of the last visit and its end: formatting a date costs more than everything else here. */
  let today = ''
  let endOfToday = 0

  return {
    count() {
      const time = now()
      if (time >= endOfToday || time < endOfToday - dayMs) {
        today = day(time)
        endOfToday = Date.parse(`${today}T00:00:00.000+08:00`) + dayMs
      }
      counts.count(today, time)
    },
    last: (days) =>
      Array.from({ length: days }, (_, index) => {
        const name = day(now() - (days - 1 - index) * dayMs)
        return { day: name, count: counts.get(name)?.count ?? 0 }
      }),
    flush: counts.flush,
  }
}
