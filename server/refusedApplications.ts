import type { Summary } from '../contract/entities.ts'
import type { Log } from './log.ts'
import { chinaTime } from './store/chinaTime.ts'
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
  const unsaved = new Map<string, RefusalRecord>()

  const flush = async (): Promise<void> => {
    for (const [day, record] of [...unsaved]) {
      await refusal.put(record)
      // Counts that arrived during the save are saved the next time.
      if (unsaved.get(day) === record) unsaved.delete(day)
    }
  }

  return {
    count() {
      const at = chinaTime(now())
      const day = at.slice(0, 10)
      const known = unsaved.get(day) ?? refusal.get(day)
      unsaved.set(day, { id: day, createdAt: known?.createdAt ?? at, count: (known?.count ?? 0) + 1, lastAt: at })
      // The first one of a day is saved at once, so that a kill does not lose it.
      if (known === undefined) flush().catch((cause) => log('warn', 'refused applications were not written', cause))
    },
    lastWeek() {
      const days = new Map(Array.from(refusal.newest(), (record) => [record.id, record]))
      for (const [day, record] of unsaved) days.set(day, record)
      const recent = [...days.values()].filter(({ lastAt }) => Math.abs(now() - Date.parse(lastAt)) < weekMs)
      if (recent.length === 0) return undefined
      const lastAt = recent.map((record) => record.lastAt).sort().at(-1) ?? ''
      return { count: recent.reduce((sum, { count }) => sum + count, 0), lastAt: lastAt.slice(0, 19).replace('T', ' ') }
    },
    flush,
  }
}
