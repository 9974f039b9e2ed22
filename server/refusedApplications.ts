import type { Summary } from '../contract/entities.ts'
import type { Log } from './log.ts'
import { chinaTime } from './store/chinaTime.ts'
import { KeyedQueue } from './store/keyedQueue.ts'
import type { RefusalRecord } from './store/records.ts'
import type { Store } from './store/store.ts'

/** Counts the applications that the hourly limit refused, for the dashboard. */
export interface RefusedApplications {
  count(): void
  /** In the last seven days; undefined when there were none. */
  lastWeek(): Summary['applications']['refused']
  flush(): Promise<void>
}

const weekMs = 7 * 86_400_000

/** Counts in memory and saves once a minute, or a flood of refused applications would keep the disk busy. */
export function createRefusedApplications({ refusal }: Pick<Store, 'refusal'>, now: () => number, log: Log): RefusedApplications {
  const unsaved = new Map<string, Pick<RefusalRecord, 'count' | 'lastAt'>>()
  const withUnsaved = (day: string, saved: RefusalRecord | undefined, { count, lastAt }: Pick<RefusalRecord, 'count' | 'lastAt'>): RefusalRecord =>
    ({ id: day, createdAt: saved?.createdAt ?? lastAt, count: (saved?.count ?? 0) + count, lastAt })

  const flushes = new KeyedQueue()
  const flush = (): Promise<void> => flushes.run('', flushNow)
  const flushNow = async (): Promise<void> => {
    for (const [day, counted] of [...unsaved]) {
      // Added to what other servers have counted.
      await refusal.upsert(day, (saved) => withUnsaved(day, saved, counted))
      // Counts that arrived during the save are saved the next time.
      const { count, lastAt } = unsaved.get(day) ?? counted
      if (count > counted.count) unsaved.set(day, { count: count - counted.count, lastAt })
      else unsaved.delete(day)
    }
  }

  return {
    count() {
      const at = chinaTime(now())
      const day = at.slice(0, 10)
      const isFirst = !unsaved.has(day) && !refusal.get(day)
      unsaved.set(day, { count: (unsaved.get(day)?.count ?? 0) + 1, lastAt: at })
      // The first one of a day is saved at once, so that a kill does not lose it.
      if (isFirst) flush().catch((cause) => log('warn', 'refused applications were not written', cause))
    },
    lastWeek() {
      const days = new Map(Array.from(refusal.newest(), (record) => [record.id, record]))
      for (const [day, counted] of unsaved) days.set(day, withUnsaved(day, refusal.get(day), counted))
      const recent = [...days.values()].filter(({ lastAt }) => Math.abs(now() - Date.parse(lastAt)) < weekMs)
      if (recent.length === 0) return undefined
      const lastAt = recent.map((record) => record.lastAt).sort().at(-1) ?? ''
      return { count: recent.reduce((sum, { count }) => sum + count, 0), lastAt: lastAt.slice(0, 19).replace('T', ' ') }
    },
    flush,
  }
}
