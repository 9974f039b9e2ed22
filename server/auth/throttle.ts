import { type NetworkSize, networksOf } from '../networks.ts'

/** Counts events per key in a sliding window, in memory only. */
export interface Throttle {
  /** 0 when the key is below its limit. */
  secondsToWait(key: string): number
  count(key: string): void
  forget(key: string): void
}

/** Anybody can make up keys, so their number is limited: the least recently used one is forgotten. */
const maxKeys = 100_000

export function createThrottle(limit: number, windowMs: number, now: () => number): Throttle {
  /** Least recently used first. */
  const times = new Map<string, number[]>()
  /** Times in the future, left by a wrong clock, count as now, or a key would wait until the clock gets there. */
  const recent = (key: string): number[] => (times.get(key) ?? []).map((time) => Math.min(time, now())).filter((time) => time > now() - windowMs)

  return {
    secondsToWait(key) {
      const events = recent(key)
      const oldest = events[events.length - limit]
      if (oldest === undefined) return 0
      times.set(key, events)
      return Math.max(1, Math.ceil((oldest + windowMs - now()) / 1000))
    },
    count(key) {
      const events = [...recent(key), now()]
      times.delete(key)
      times.set(key, events)
      if (times.size <= maxKeys) return
      for (const idle of times.keys()) {
        times.delete(idle)
        return
      }
    },
    forget: (key) => void times.delete(key),
  }
}

export const unlimited: Throttle = { secondsToWait: () => 0, count: () => {}, forget: () => {} }

/** Counts per network of an address, so that having many addresses does not help. */
interface NetworkThrottle {
  /** 0 when all networks of the address are below their limits. */
  secondsToWait(address: string): number
  count(address: string): void
}

export function createNetworkThrottle(limits: Readonly<Record<NetworkSize, number>>, windowMs: number, now: () => number): NetworkThrottle {
  const bySize = Object.fromEntries(Object.entries(limits).map(([size, limit]) => [size, createThrottle(limit, windowMs, now)])) as Record<NetworkSize, Throttle>
  return {
    secondsToWait: (address) => Math.max(...networksOf(address).map(({ size, key }) => bySize[size].secondsToWait(key))),
    count(address) {
      for (const { size, key } of networksOf(address)) bySize[size].count(key)
    },
  }
}

export const unlimitedNetworks: NetworkThrottle = { secondsToWait: () => 0, count: () => {} }
