import { channelGets } from '../../contract/calls/channels.ts'
import { dayMs, hourMs, minuteMs } from '../../contract/text/durations.ts'
import type { Job } from '../system/jobs.ts'
import type { Log } from '../system/log.ts'
import type { ChannelRecord } from '../store/leadRecords.ts'
import { chinaDay, chinaTime } from '../system/chinaTime.ts'
import type { Store } from '../store/store.ts'
import { DeliveryFailure } from './deliveryFailure.ts'

interface WeeklyParts {
  store: Pick<Store, 'agent' | 'channel'>
  send(channel: ChannelRecord, week: Week): Promise<void>
  now: () => number
  log: Log
}

/** What came in during the last week, and how much of it nobody has looked after. */
export interface Week {
  /** It is reported on this Monday. */
  day: string
  count: number
  fresh: number
}

/** Until a service that failed is asked again, on that Monday. */
const askAgainMs = 30 * minuteMs
const firstNine = chinaDay('1970-01-05').start + 9 * hourMs

const lastNine = (now: number): number => now - ((now - firstNine) % (7 * dayMs))
/** The last Monday, in China, whose 09:00 is over. */
export const lastMonday = (now: number): string => chinaTime(lastNine(now)).slice(0, 10)

/** Sends the week's numbers on Mondays at nine. The channel's record says for which Monday that is done, so a restart loses nothing. */
export function createWeekly({ store, send, now, log }: WeeklyParts): Job {
  /** When to ask a channel again that has failed. */
  const retryAt = new Map<string, number>()

  const mayGet = ({ kind, on, paused, weekly, operator }: ChannelRecord): boolean =>
    on === true && !paused && weekly === true && !operator && channelGets(kind, 'week')
  const dueAt = ({ id, weekSent = '' }: ChannelRecord): number => {
    const monday = lastMonday(now())
    // On another day it is news no more.
    const isDue = weekSent < monday && now() < chinaDay(monday).end
    return isDue ? (retryAt.get(id) ?? 0) : lastNine(now()) + 7 * dayMs
  }
  return {
    failed: 'the week was not sent or not marked; it is tried again',
    onlyLeader: true,
    sends: true,
    next: () => Math.min(...store.channel.all().filter(mayGet).map(dueAt)),
    async run() {
      const channel = store.channel.all().find((candidate) => mayGet(candidate) && dueAt(candidate) <= now())
      if (!channel) return
      const week = weekOf(store, lastMonday(now()))
      try {
        await send(channel, week)
      } catch (error) {
        if (!(error instanceof DeliveryFailure)) throw error
        retryAt.set(channel.id, now() + askAgainMs)
        log('warn', `channel/${channel.id}: the week was not sent: ${error.message}`)
        return
      }
      await store.channel.update(channel.id, (current) => ({ ...current, weekSent: week.day }))
    },
  }
}

function weekOf({ agent }: WeeklyParts['store'], monday: string): Week {
  const { start } = chinaDay(monday)
  let count = 0
  let fresh = 0
  for (const { createdAt, state = 'new' } of agent.newest()) {
    const time = Date.parse(createdAt)
    if (time < start - 7 * dayMs) break
    if (time >= start) continue
    count++
    if (state === 'new') fresh++
  }
  return { day: monday, count, fresh }
}
