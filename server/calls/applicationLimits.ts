import { createNetworkThrottle, unlimitedNetworks } from '../auth/throttle.ts'
import type { NetworkSize } from '../networks.ts'

/** Both give the seconds to wait; 0 when one more is admitted. */
export interface ApplicationLimits {
  ofNetwork(address: string): number
  ofHour(): number
  /** One that was admitted. */
  count(address: string): void
  /** One that was stored before the start. */
  countStored(time: number): void
}

/**
 * In ten minutes. An address and a /64 are one person's or one office's. Behind the wider ones are whole companies and carriers, hence
 * more; yet a /48 or /24 at its limit all the time still leaves two fifths of the default limit of an hour to everybody else.
 */
const mostOfNetwork: Readonly<Record<NetworkSize, number>> = { address: 5, '/64': 5, '/56': 10, '/48': 30, '/24': 30 }
const minuteMs = 60_000

export function createApplicationLimits(mostPerHour: number, now: () => number): ApplicationLimits {
  const networks = createNetworkThrottle(mostOfNetwork, 10 * minuteMs, now)
  /** Counts of the last hour, the oldest first: however high the limit, a look costs the same. */
  const byMinute = new Map<number, number>()
  const minuteOf = (time: number): number => Math.floor(time / minuteMs)

  /** A clock that was ahead leaves minutes to come; they go too, or they would count when it gets there. */
  const forgetOthers = (): void => {
    const current = minuteOf(now())
    for (const minute of byMinute.keys()) if (minute <= current - 60 || minute > current) byMinute.delete(minute)
  }
  const countAt = (time: number): void => {
    const minute = minuteOf(time)
    byMinute.set(minute, (byMinute.get(minute) ?? 0) + 1)
  }

  return {
    ofNetwork: networks.wait,
    ofHour() {
      forgetOthers()
      let over = [...byMinute.values()].reduce((sum, count) => sum + count, 1) - mostPerHour
      if (over <= 0) return 0
      /** The minute that must leave the hour before one more is admitted. */
      let freeing = 0
      for (const [minute, count] of byMinute) {
        freeing = minute
        over -= count
        if (over <= 0) break
      }
      return Math.max(1, Math.ceil(((freeing + 60) * minuteMs - now()) / 1000))
    },
    count(address) {
      networks.count(address)
      countAt(now())
    },
    countStored: countAt,
  }
}

export const noLimits: ApplicationLimits = { ofNetwork: unlimitedNetworks.wait, ofHour: () => 0, count: () => {}, countStored: () => {} }
