import { type Log, warnOnce } from '../system/log.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Disk } from './disk.ts'

const dayMs = 86_400_000
/** Less than any wrong clock is off by, and more than most servers stand still. */
const maxAheadMs = 2 * dayMs
const record = { collection: 'meta', id: 'clock' }

interface Seen {
  id: string
  /** The last time that a server has seen. */
  seenAt: string
  /** Nothing is erased before. */
  until: string
}

/**
 * Returns a function that resolves to whether what is old may be erased now: not within a day after the clock has gone ahead, which may be
 * a mistake that somebody puts right. Call it every hour, also after a restart.
 */
export function clockGuard(disk: Pick<Disk, 'read' | 'put'>, now: () => number, log: Log): () => Promise<boolean> {
  let unsaved: Seen | undefined
  const save = warnOnce(log, 'the time of the last sweep was not written', async (seen: Seen) => {
    unsaved = seen
    await disk.put(record.collection, record.id, seen)
    unsaved = undefined
  })
  return async () => {
    const time = now()
    const seen = unsaved ?? ((await disk.read(record.collection, record.id)) as Seen | undefined)
    const aheadMs = seen ? time - Date.parse(seen.seenAt) : Infinity
    const isAhead = !(aheadMs <= maxAheadMs)
    if (seen && isAhead) {
      const days = Math.floor(aheadMs / dayMs)
      log('warn', `the clock is ${days} days ahead of the last time that was seen: nothing is erased for a day`)
    }
    const until = seen && !isAhead ? Date.parse(seen.until) || time : time + dayMs
    await save({ id: record.id, seenAt: chinaTime(time), until: chinaTime(until) })
    // One that has been set back meanwhile was wrong before.
    return until <= time || until > time + dayMs
  }
}
