import { dayMs, hourMs } from '../../contract/text/durations.ts'
import { chinaHour, chinaTime } from '../system/chinaTime.ts'
import type { Store } from '../store/store.ts'

const earlierWeeks = [1, 2, 3, 4]
/** Of pages, in each of the earlier weeks. A site with fewer in a day is never quiet; one with many is within two hours. */
const usualCount = 100

/**
 * Returns a function that looks whether visitors stay away: whole hours without any, in which each of the last four weeks had many. It
 * returns false while there are visits, and undefined where that is not known, such as for hours before the start.
 */
export function createQuiet({ visit }: Pick<Store, 'visit'>, now: () => number) {
  const startedAt = now()
  const countAt = (time: number): number => visit.get(chinaTime(time).slice(0, 10))?.hours?.[chinaHour(time)] ?? 0
  return (): { since: number; usual: number } | false | undefined => {
    const hour = now() - (now() % hourMs)
    if (countAt(hour) > 0 || countAt(hour - hourMs) > 0) return false
    const hours: number[] = []
    const first = Math.max(startedAt, now() - dayMs)
    for (let at = hour - hourMs; at >= first && countAt(at) === 0; at -= hourMs) hours.push(at)
    const sums = earlierWeeks.map((weeks) => hours.reduce((sum, at) => sum + countAt(at - weeks * 7 * dayMs), 0))
    const usual = Math.min(...sums)
    return usual >= usualCount ? { since: Math.min(...hours), usual } : undefined
  }
}

export type Quiet = ReturnType<typeof createQuiet>
