const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const chinaOffset = 8 * hour

export interface LastTry {
  at: number
  failed: boolean
}

/** After a failure, which may have been a disk that was away for a while. */
const retryMs = hour

/**
 * Whether a backup is due: when none has been tried since the last time that the clock in China stood at so many minutes past
 * midnight, however long ago that was.
 */
export function isDue(minutes: number, last: LastTry | undefined, now: number): boolean {
  // A try that lies days ahead was made while the clock was wrong; to wait for it would be to wait for ever.
  if (last === undefined || last.at > now + day) return true
  const midnight = Math.floor((now + chinaOffset) / day) * day - chinaOffset
  const today = midnight + minutes * minute
  const slot = today <= now ? today : today - day
  return last.at < slot || (last.failed && now >= last.at + retryMs)
}
