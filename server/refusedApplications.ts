import type { Summary } from '../contract/entities.ts'
import { createDailyCounts } from './dailyCounts.ts'
import type { Log } from './log.ts'
import { chinaTime } from './store/chinaTime.ts'
import type { Store } from './store/store.ts'

/** Counts the applications that the hourly limit refused, for the dashboard. */
export interface RefusedApplications {
  count(): void
  /** In the last seven days; undefined when there were none. */
  lastWeek(): Summary['applications']['refused']
  flush(): Promise<void>
}

const weekMs = 7 * 86_400_000

/** Saved once a minute, or a flood of refused applications would keep the disk busy. */
export function createRefusedApplications({ refusal }: Pick<Store, 'refusal'>, now: () => number, log: Log): RefusedApplications {
  const counts = createDailyCounts(refusal, (day, saved, { count, lastMs }) => {
    const lastAt = chinaTime(lastMs)
    return { id: day, createdAt: saved?.createdAt ?? lastAt, count: (saved?.count ?? 0) + count, lastAt }
  })

  return {
    count() {
      const time = now()
      const day = chinaTime(time).slice(0, 10)
      const isFirst = !counts.get(day)
      counts.count(day, time)
      // The first one of a day is saved at once, so that a kill does not lose it.
      if (isFirst) counts.flush().catch((cause) => log('warn', 'refused applications were not written', cause))
    },
    lastWeek() {
      const days = new Set([...Array.from(refusal.newest(), ({ id }) => id), ...counts.unsavedDays()])
      const recent = [...days].flatMap((day) => counts.get(day) ?? []).filter(({ lastAt }) => Math.abs(now() - Date.parse(lastAt)) < weekMs)
      if (recent.length === 0) return undefined
      const lastAt = recent.map((record) => record.lastAt).sort().at(-1) ?? ''
      return { count: recent.reduce((sum, { count }) => sum + count, 0), lastAt: lastAt.slice(0, 19).replace('T', ' ') }
    },
    flush: counts.flush,
  }
}
