import { chinaTime } from './store/chinaTime.ts'
import { KeyedQueue } from './store/keyedQueue.ts'
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
  /** By day. Saved as increments: other servers count into the same records. */
  const unsaved = new Map<string, number>()
  const flushes = new KeyedQueue()
  const day = (time: number): string => chinaTime(time).slice(0, 10)
  /** The day of the last visit and its end: formatting a date costs more than everything else here. */
  let today = ''
  let endOfToday = 0

  const flushNow = async (): Promise<void> => {
    for (const [name, count] of [...unsaved]) {
      await visit.upsert(name, (saved) => (
        { id: name, createdAt: saved?.createdAt ?? chinaTime(now()), count: (saved?.count ?? 0) + count }
      ))
      // Visits that were counted during the save are saved the next time.
      const later = (unsaved.get(name) ?? 0) - count
      if (later > 0) unsaved.set(name, later)
      else unsaved.delete(name)
    }
  }

  return {
    count() {
      const time = now()
      if (time >= endOfToday || time < endOfToday - dayMs) {
        today = day(time)
        endOfToday = Date.parse(`${today}T00:00:00.000+08:00`) + dayMs
      }
      unsaved.set(today, (unsaved.get(today) ?? 0) + 1)
    },
    last: (days) =>
      Array.from({ length: days }, (_, index) => {
        const name = day(now() - (days - 1 - index) * dayMs)
        return { day: name, count: (visit.get(name)?.count ?? 0) + (unsaved.get(name) ?? 0) }
      }),
    flush: () => flushes.run('', flushNow),
  }
}
