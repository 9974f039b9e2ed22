import { type NetworkSize, networksOf } from './networks.ts'

interface ThrottleEvent {
  key: string
  forget?: boolean
}

/** Connects a throttle to those of other servers: takes a function that applies their events, and returns one that sends its own. */
type Share = (apply: (event: ThrottleEvent) => void) => (event: ThrottleEvent) => void
/** For each throttle that servers share, by its name. */
export type ShareFor = (name: string) => Share

/** For a server that has no others. */
export const alone: ShareFor = () => () => () => {}

/** Anybody can make up keys, so their number is limited: the least recently used one is forgotten. */
const maxKeys = 100_000

export type Throttle = ReturnType<typeof createThrottle>

/** Counts events per key in a sliding window, in memory only. */
export function createThrottle(limit: number, windowMs: number, now: () => number, share = alone('')) {
  /** Least recently used first. */
  const times = new Map<string, number[]>()
  /** Times in the future, left by a wrong clock, count as now, or a key would wait until the clock gets there. */
  const recent = (key: string): number[] =>
    (times.get(key) ?? []).map((time) => Math.min(time, now())).filter((time) => time > now() - windowMs)

  const apply = ({ key, forget }: ThrottleEvent): void => {
    const events = [...recent(key), now()]
    times.delete(key)
    if (forget) return
    times.set(key, events)
    if (times.size <= maxKeys) return
    for (const idle of times.keys()) {
      times.delete(idle)
      return
    }
  }
  const send = share(apply)
  const applyAndSend = (event: ThrottleEvent): void => {
    apply(event)
    send(event)
  }

  return {
    /** 0 when the key is below its limit. */
    secondsToWait(key: string): number {
      const events = recent(key)
      const oldest = events[events.length - limit]
      if (oldest === undefined) return 0
      times.set(key, events)
      return Math.max(1, Math.ceil((oldest + windowMs - now()) / 1000))
    },
    count: (key: string): void => applyAndSend({ key }),
    /** Counts it at once, and takes it back if `work` fails; other servers get only what has succeeded. */
    countUnlessFailed(key: string, work: Promise<unknown>): void {
      apply({ key })
      work.then(
        () => send({ key }),
        () => times.get(key)?.pop(),
      )
    },
    forget(key: string): void {
      if (times.has(key)) applyAndSend({ key, forget: true })
    },
  }
}

export const unlimited: Throttle = {
  secondsToWait: () => 0,
  count: () => {},
  countUnlessFailed: () => {},
  forget: () => {},
}

type NetworkLimits = Readonly<Record<NetworkSize, number>>

export type NetworkThrottle = ReturnType<typeof createNetworkThrottle>

/** Counts per network of an address, so that having many addresses does not help. */
export function createNetworkThrottle(limits: NetworkLimits, windowMs: number, now: () => number, shareFor = alone) {
  const throttles = Object.entries(limits).map(([size, limit]) => [
    size,
    createThrottle(limit, windowMs, now, shareFor(size)),
  ])
  const bySize = Object.fromEntries(throttles) as Record<NetworkSize, Throttle>
  return {
    /** 0 when all networks of the address are below their limits. */
    secondsToWait: (address: string): number =>
      Math.max(...networksOf(address).map(({ size, key }) => bySize[size].secondsToWait(key))),
    count(address: string): void {
      for (const { size, key } of networksOf(address)) bySize[size].count(key)
    },
    countUnlessFailed(address: string, work: Promise<unknown>): void {
      for (const { size, key } of networksOf(address)) bySize[size].countUnlessFailed(key, work)
    },
  }
}

export const unlimitedNetworks: NetworkThrottle = {
  secondsToWait: () => 0,
  count: () => {},
  countUnlessFailed: () => {},
}
