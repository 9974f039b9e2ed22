import type { Summary } from '../contract/entities.ts'
import type { Log } from './log.ts'
import { chinaTime } from './store/chinaTime.ts'
import type { RefusalRecord } from './store/records.ts'
import type { Store } from './store/store.ts'

/** How many applications the limit of an hour has refused, and when last: for staff to see, since nobody else reports it. */
export interface RefusedApplications {
  count(): void
  /** In the last seven days; undefined when there were none. */
  lastWeek(): Summary['applications']['refused']
  flush(): Promise<void>
}

const weekMs = 7 * 86_400_000

/** Counted in memory and written once a minute, or whoever is refused could keep the disk busy. */
export function createRefusedApplications({ refusal }: Pick<Store, 'refusal'>, now: () => number, log: Log): RefusedApplications {
  const unwritten = new Map<string, RefusalRecord>()

  const flush = async (): Promise<void> => {
    for (const [day, record] of [...unwritten]) {
      await refusal.put(record)
      // Those that came while it was being written wait for the next time.
      if (unwritten.get(day) === record) unwritten.delete(day)
    }
  }

  return {
    count() {
      const at = chinaTime(now())
      const day = at.slice(0, 10)
      const known = unwritten.get(day) ?? refusal.get(day)
      unwritten.set(day, { id: day, createdAt: known?.createdAt ?? at, count: (known?.count ?? 0) + 1, lastAt: at })
      // The first of a day is written at once: that it happened outlives even a kill.
      if (known === undefined) flush().catch((cause) => log('warn', 'refused applications were not written', cause))
    },
    lastWeek() {
      const days = new Map(Array.from(refusal.newest(), (record) => [record.id, record]))
      for (const [day, record] of unwritten) days.set(day, record)
      const recent = [...days.values()].filter(({ lastAt }) => Math.abs(now() - Date.parse(lastAt)) < weekMs)
      if (recent.length === 0) return undefined
      const lastAt = recent.map((record) => record.lastAt).sort().at(-1) ?? ''
      return { count: recent.reduce((sum, { count }) => sum + count, 0), lastAt: lastAt.slice(0, 19).replace('T', ' ') }
    },
    flush,
  }
}
