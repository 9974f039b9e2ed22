/** Counts what a key has done lately: a sliding window, in memory alone. */
export interface Throttle {
  /** Seconds until the key may try again; 0 when it may now. */
  wait(key: string): number
  count(key: string): void
  forget(key: string): void
}

/** Keys are cheap to invent, so there is a most: past it the longest idle one is forgotten. */
const mostKeys = 100_000

export function createThrottle(most: number, windowMs: number, now: () => number): Throttle {
  /** Least recently used first. */
  const times = new Map<string, number[]>()
  const recent = (key: string): number[] => (times.get(key) ?? []).filter((time) => time > now() - windowMs)

  return {
    wait(key) {
      const lately = recent(key)
      const oldest = lately[lately.length - most]
      return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + windowMs - now()) / 1000))
    },
    count(key) {
      const lately = [...recent(key), now()]
      times.delete(key)
      times.set(key, lately)
      if (times.size <= mostKeys) return
      for (const idle of times.keys()) {
        times.delete(idle)
        return
      }
    },
    forget: (key) => void times.delete(key),
  }
}

export const unlimited: Throttle = { wait: () => 0, count: () => {}, forget: () => {} }
