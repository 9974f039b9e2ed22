import { type Log, warnOnce } from '../system/log.ts'
import type { ChannelRecord } from '../store/agentRecords.ts'
import { chinaDay, chinaTime } from '../system/chinaTime.ts'
import type { Store } from '../store/store.ts'
import { DeliveryFailure } from './deliveryFailure.ts'
import { minute, pauseMs } from './retries.ts'
import type { Queue, Sending } from './sending.ts'

interface Parts extends Pick<Sending, 'leads' | 'isStopped'> {
  store: Pick<Store, 'agent' | 'channel'>
  send(channel: ChannelRecord, week: Week): Promise<void>
  now: () => number
  log: Log
}

/** What came in during the last week, and how much of it nobody has looked after. */
export interface Week {
  /** The Monday after it. */
  day: string
  count: number
  fresh: number
}

/** Until a service that failed is asked again, on that Monday. */
const retryMs = 30 * minute
const hour = 60 * minute
const day = 24 * hour
const firstNine = chinaDay('1970-01-05').start + 9 * hour

const lastNine = (now: number): number => now - (now - firstNine) % (7 * day)
/** The last Monday, in China, whose 09:00 is over. */
export const lastMonday = (now: number): string => chinaTime(lastNine(now)).slice(0, 10)

/** Sends the week's numbers on Mondays at nine. The channel's record says for which Monday that is done, so a restart loses nothing. */
export function createWeekly({ store, send, leads, isStopped, now, log }: Parts): Queue {
  let holdUntil = 0
  let running: Promise<void> | undefined

  const mayGet = ({ kind, on, paused, weekly }: ChannelRecord): boolean => on === true && !paused && weekly === true && kind !== 'webhook'
  const isDue = ({ weekSent = '' }: ChannelRecord): boolean => {
    const monday = lastMonday(now())
    // On another day it is news no more.
    return weekSent < monday && now() < chinaDay(monday).end
  }
  const pass = warnOnce(log, 'the week was not sent or not marked; it is tried again', async () => {
    for (const channel of store.channel.all()) {
      if (isStopped() || !mayGet(channel) || !isDue(channel)) continue
      if (!(await leads())) break
      const week = weekOf(store, lastMonday(now()))
      try {
        await send(channel, week)
      } catch (error) {
        if (!(error instanceof DeliveryFailure)) throw error
        holdUntil = now() + retryMs
        log('warn', `channel/${channel.id}: the week was not sent: ${error.message}`)
        continue
      }
      await store.channel.update(channel.id, (current) => ({ ...current, weekSent: week.day }))
    }
  })
  return {
    get wakeAt() {
      const open = running ? [] : store.channel.all().filter(mayGet)
      if (open.length === 0) return Infinity
      return Math.max(holdUntil, open.some(isDue) ? 0 : lastNine(now()) + 7 * day)
    },
    run() {
      holdUntil = now() + pauseMs
      running ??= pass().finally(() => (running = undefined))
      return running
    },
  }
}

function weekOf({ agent }: Parts['store'], monday: string): Week {
  const { start } = chinaDay(monday)
  let [count, fresh] = [0, 0]
  for (const { createdAt, state = 'new' } of agent.newest()) {
    const time = Date.parse(createdAt)
    if (time < start - 7 * day) break
    if (time >= start) continue
    count++
    if (state === 'new') fresh++
  }
  return { day: monday, count, fresh }
}
