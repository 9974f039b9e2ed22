import { chinaTime } from './store/chinaTime.ts'
import type { Store } from './store/store.ts'

/**
 * How many pages visitors open a day: a number, and nothing else, no cookie, no address. Counted in memory and written once a
 * minute, so that a busy site writes no more than a quiet one.
 */
export interface Visits {
  count(): void
  /** The last days, the oldest first. */
  last(days: number): { day: string; count: number }[]
  flush(): Promise<void>
}

const dayMs = 86_400_000

export function createVisits({ visit }: Pick<Store, 'visit'>, now: () => number): Visits {
  const unwritten = new Map<string, number>()
  const day = (time: number): string => chinaTime(time).slice(0, 10)
  /** The day of the last visit and its last moment: to write a date costs more than all else that a visit does. */
  let today = ''
  let until = 0

  return {
    count() {
      const time = now()
      if (time >= until || time < until - dayMs) {
        today = day(time)
        until = Date.parse(`${today}T00:00:00.000+08:00`) + dayMs
      }
      unwritten.set(today, (unwritten.get(today) ?? 0) + 1)
    },
    last: (days) =>
      Array.from({ length: days }, (_, index) => {
        const name = day(now() - (days - 1 - index) * dayMs)
        return { day: name, count: (visit.get(name)?.count ?? 0) + (unwritten.get(name) ?? 0) }
      }),
    async flush() {
      for (const [name, count] of [...unwritten]) {
        const written = visit.get(name)
        await visit.put({ id: name, createdAt: written?.createdAt ?? chinaTime(now()), count: (written?.count ?? 0) + count })
        // Those that came while it was being written wait for the next time.
        const since = (unwritten.get(name) ?? 0) - count
        if (since > 0) unwritten.set(name, since)
        else unwritten.delete(name)
      }
    },
  }
}
