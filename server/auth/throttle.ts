import { type NetworkSize, networksOf } from '../networks.ts'

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
  /** A clock that was ahead has left times to come; they count as of now, or a key would wait until the clock is there again. */
  const recent = (key: string): number[] => (times.get(key) ?? []).map((time) => Math.min(time, now())).filter((time) => time > now() - windowMs)

  return {
    wait(key) {
      const lately = recent(key)
      const oldest = lately[lately.length - most]
      if (oldest === undefined) return 0
      times.set(key, lately)
      return Math.max(1, Math.ceil((oldest + windowMs - now()) / 1000))
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

/** Counts a sender by each network that its address lies in: whoever has many addresses has no more tries for it. */
export interface NetworkThrottle {
  /** Seconds until the sender may try again; 0 when it may now. */
  wait(address: string): number
  count(address: string): void
}

export function createNetworkThrottle(most: Readonly<Record<NetworkSize, number>>, windowMs: number, now: () => number): NetworkThrottle {
  const bySize = Object.fromEntries(Object.entries(most).map(([size, limit]) => [size, createThrottle(limit, windowMs, now)])) as Record<NetworkSize, Throttle>
  return {
    wait: (address) => Math.max(...networksOf(address).map(({ size, key }) => bySize[size].wait(key))),
    count(address) {
      for (const { size, key } of networksOf(address)) bySize[size].count(key)
    },
  }
}

export const unlimitedNetworks: NetworkThrottle = { wait: () => 0, count: () => {} }
