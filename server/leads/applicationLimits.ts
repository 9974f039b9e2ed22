import { minuteMs } from '../../contract/text/durations.ts'
import type { Summary } from '../../contract/kinds/entities.ts'
import { alone, createNetworkThrottle, type NetworkThrottle, type ShareFor } from '../edge/throttle.ts'
import type { NetworkSize } from '../edge/networks.ts'
import { chinaTime } from '../system/chinaTime.ts'

/**
 * How many are accepted in ten minutes. An address and a /64 belong to one person or office. The wider networks contain whole companies
 * and carriers, so they are allowed more; a /48 or /24 that is always at its limit still leaves two fifths of the default hourly limit to
 * everybody else.
 */
const limitByNetwork: Readonly<Record<NetworkSize, number>> = { address: 5, '/64': 5, '/56': 10, '/48': 30, '/24': 30 }

export const createApplicationNetworks = (now: () => number, shareFor: ShareFor = alone): NetworkThrottle =>
  createNetworkThrottle(limitByNetwork, 10 * minuteMs, now, (size) => shareFor(`application ${size}`))

/** A page with a form is drawn again for whoever corrects it, and for each row of a list. */
export const createDrawnForms = (now: () => number, shareFor: ShareFor = alone): NetworkThrottle =>
  createNetworkThrottle({ address: 60, '/64': 60, '/56': 120, '/48': 300, '/24': 300 }, 10 * minuteMs, now, (size) =>
    shareFor(`form ${size}`),
  )

/** How many are stored in an hour. */
export function createHourlyLimit(max: number, now: () => number) {
  /** Counts of the last hour, the oldest minute first: the cost does not depend on the limit. */
  const byMinute = new Map<number, number>()
  const minuteOf = (time: number): number => Math.floor(time / minuteMs)

  /** Also forgets minutes in the future, left by a wrong clock, or they would count when the time comes. */
  const forgetOld = (): void => {
    const current = minuteOf(now())
    for (const minute of byMinute.keys()) if (minute <= current - 60 || minute > current) byMinute.delete(minute)
  }
  const add = (minute: number, count: number): void => void byMinute.set(minute, (byMinute.get(minute) ?? 0) + count)

  return {
    /** 0 when one more is allowed. */
    secondsToWait(): number {
      forgetOld()
      let excess = [...byMinute.values()].reduce((sum, count) => sum + count, 1) - max
      if (excess <= 0) return 0
      /** The minute whose applications must be an hour old before one more is allowed. */
      let blockingMinute = 0
      for (const [minute, count] of byMinute) {
        blockingMinute = minute
        excess -= count
        if (excess <= 0) break
      }
      return Math.max(1, Math.ceil(((blockingMinute + 60) * minuteMs - now()) / 1000))
    },
    /** Counts what was stored before the start, or by another server. */
    count: (time: number): void => add(minuteOf(time), 1),
    /** Counts it at once, and takes it back if `work` fails. */
    countUnlessFailed(work: Promise<unknown>): void {
      const minute = minuteOf(now())
      add(minute, 1)
      work.catch(() => byMinute.has(minute) && add(minute, -1))
    },
  }
}

const weekMs = 7 * 24 * 60 * minuteMs

export type RefusedApplications = ReturnType<typeof createRefusedApplications>

/** The applications that the hourly limit of this server has refused since it was started, for the dashboard. */
export function createRefusedApplications(now: () => number) {
  let count = 0
  let lastTime = 0
  const forgetOld = (): void => {
    if (Math.abs(now() - lastTime) >= weekMs) count = 0
  }
  return {
    count(): void {
      forgetOld()
      count++
      lastTime = now()
    },
    /** Undefined when there were none, or none for a week, which begins the count anew. */
    sinceStart(): NonNullable<Summary['applications']>['refused'] {
      forgetOld()
      return count === 0 ? undefined : { count, lastAt: chinaTime(lastTime).slice(0, 19).replace('T', ' ') }
    },
  }
}
