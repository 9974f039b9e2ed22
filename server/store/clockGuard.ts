import { dayMs } from '../../contract/text/durations.ts'
import { type Log, warnOnce } from '../system/log.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Disk } from './disk.ts'

/** Less than any wrong clock is off by, and more than most servers stand still. */
const maxAheadMs = 2 * dayMs
/** More than clocks are set back by a time server. */
const maxBehindMs = 3_600_000
const record = { collection: 'meta', id: 'clock' }

interface Seen {
  id: string
  /** The last time that a server has seen. */
  seenAt: string
  /** Nothing is erased before. */
  until: string
  /** The newest time that was believed; a record of an older release has none. */
  newest?: string
}

export type ClockGuard = ReturnType<typeof clockGuard>

/** Knows when the clock cannot be believed, also after a restart. */
export function clockGuard(disk: Pick<Disk, 'read' | 'put'>, now: () => number, log: Log) {
  let unsaved: Seen | undefined
  let newest = 0
  const save = warnOnce(log, 'the time of the last sweep was not written', async (seen: Seen) => {
    unsaved = seen
    await disk.put(record.collection, record.id, seen)
    unsaved = undefined
  })
  return {
    /** The newest time that was believed, where the clock is behind it. */
    missedTime: (): number | undefined => (now() + maxBehindMs < newest ? newest : undefined),

    /**
     * Resolves to whether what is old may be erased now: not within a day after the clock has gone ahead, which may be a mistake that
     * somebody puts right. Call it every hour; of several servers only the one that erases is `leading` and keeps what it has seen.
     */
    async mayErase(leading: boolean): Promise<boolean> {
      const time = now()
      const seen = unsaved ?? ((await disk.read(record.collection, record.id)) as Seen | undefined)
      newest = Math.max(newest, Date.parse(seen?.newest ?? seen?.seenAt ?? '') || 0)
      if (!leading) return false
      const aheadMs = seen ? time - Date.parse(seen.seenAt) : Infinity
      const isAhead = !(aheadMs <= maxAheadMs)
      if (seen && isAhead) {
        const days = Math.floor(aheadMs / dayMs)
        log('warn', `the clock is ${days} days ahead of the last time that was seen: nothing is erased for a day`)
      }
      const until = seen && !isAhead ? Date.parse(seen.until) || time : time + dayMs
      // One that has been set back meanwhile was wrong before.
      const isBelieved = until <= time || until > time + dayMs
      if (isBelieved || !seen) newest = Math.max(newest, time)
      await save({
        id: record.id,
        seenAt: chinaTime(time),
        until: chinaTime(until),
        newest: chinaTime(newest),
      })
      return isBelieved
    },
  }
}
