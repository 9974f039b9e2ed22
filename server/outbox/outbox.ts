import { agentKindNames } from '../../contract/application.ts'
import type { ChannelKind } from '../../contract/channels.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Jobs } from '../system/jobs.ts'
import type { Log } from '../system/log.ts'
import type { AgentRecord, ChannelRecord } from '../store/agentRecords.ts'
import type { Collection } from '../store/collection.ts'
import type { SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { resultOf, type TestResult } from './deliveryFailure.ts'
import { dingtalk } from './dingtalk.ts'
import type { Notified } from './due.ts'
import { feishu } from './feishu.ts'
import { type Batch, ChannelQueue } from './channelQueue.ts'
import { mail } from './mail.ts'
import {
  alarmsOf,
  digestOf,
  type Message,
  newDevicesOf,
  noticeOf,
  reminderOf,
  remindersOf,
  testMessage,
  weekMessage,
  type Wording,
} from './message.ts'
import { robotSend } from './robot.ts'
import { type Network, type Send, withTimeout } from './service.ts'
import { webhook } from './webhook.ts'
import { createWeekly } from './weekly.ts'
import { wecom } from './wecom.ts'

interface OutboxParts {
  store: Store
  site: () => SiteRecord
  /** Undefined where it is not set: messages have no link. */
  siteUrl: string | undefined
  pageWords: Wording['pageWords']
  network: Network
  jobs: Pick<Jobs, 'add' | 'wake' | 'stopping'>
  now: () => number
  log: Log
}

const services: Readonly<Record<ChannelKind, Send>> = {
  wecom: robotSend(wecom),
  dingtalk: robotSend(dingtalk),
  feishu: robotSend(feishu),
  webhook,
  mail,
}

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Notifies staff of inquiries and applications, of sign-ins from new devices and of what is wrong with the machine. The records themselves
 * are the outbox: what is due follows from them and from the marks of what was sent, so a restart loses nothing, and a crash between the
 * two sends a message twice.
 */
export function createOutbox({ store, site, siteUrl, pageWords, network, jobs, now, log }: OutboxParts) {
  const { channel: channels } = store

  const wordingFor = ({ kind }: ChannelRecord): Wording => ({
    maskPhone: site().inquiry.maskPhone,
    hideQuestion: site().inquiry.hideQuestion,
    siteUrl,
    pageWords,
    lists: agentKindNames.filter((name) => name !== 'dealer' || site().pagesOn.agent),
    plain: kind === 'mail' || kind === 'webhook',
  })
  const sendMessage = (channel: ChannelRecord, message: Message): Promise<void> =>
    withTimeout(jobs, (signal) => services[channel.kind](channel, message, network, { signal, now: now() }))

  /** What waits for each channel, of the records of one collection. */
  function queuesOf<R extends Notified, Row>(
    records: Collection<R, Row>,
    messageFor: (batch: Batch<R>, channel: ChannelRecord) => Message,
  ) {
    const queues = new Map<string, { queue: ChannelQueue<R>; remove(): void }>()
    const sendBatch = (channel: ChannelRecord, batch: Batch<R>): Promise<void> =>
      sendMessage(channel, messageFor(batch, channel))
    records.watch('outbox', ({ id, record }) => {
      for (const { queue } of queues.values()) {
        if (record) queue.follow(record)
        else queue.forget(id)
      }
      jobs.wake()
    })
    return {
      of: (id: string) => queues.get(id)?.queue,
      reset(id: string, exists: boolean): void {
        const known = queues.get(id)
        if (known && exists) return known.queue.reset()
        known?.remove()
        queues.delete(id)
        if (!exists) return
        const queue = new ChannelQueue({ id, channels, records, sendMessage: sendBatch, jobs, now, log })
        queues.set(id, { queue, remove: jobs.add(queue) })
        queue.reset()
      },
    }
  }
  const agents = queuesOf(store.agent, (batch, channel) => messageOf(batch, channel.kind, wordingFor(channel)))
  // Few beside what visitors send, so they are counted apart.
  const devices = queuesOf(store.newDevice, ({ records }, channel) =>
    newDevicesOf(records, (userId) => store.user.get(userId)?.name ?? '', wordingFor(channel)),
  )

  const alarms = queuesOf(store.alarm, ({ records }, channel) => alarmsOf(records, wordingFor(channel)))

  jobs.add(
    createWeekly({
      store,
      send: (channel, week) => sendMessage(channel, weekMessage(week, wordingFor(channel))),
      now,
      log,
    }),
  )

  function follow(channel: ChannelRecord | undefined, id: string): void {
    // A program that refuses a type it does not know would pause the channel, also for inquiries.
    const isRead = channel !== undefined && channel.kind !== 'webhook'
    agents.reset(id, channel !== undefined && !channel.operator)
    devices.reset(id, isRead)
    jobs.wake()
  }
  /** Who keeps the machine gets its alarms; where nobody is named for it, everybody does. */
  function followAlarms(): void {
    const hasOperator = channels.all().some(({ on, operator }) => on && operator)
    for (const { id, kind, operator } of channels.all())
      alarms.reset(id, kind !== 'webhook' && (operator === true || !hasOperator))
  }
  for (const channel of channels.all()) follow(channel, channel.id)
  followAlarms()
  channels.watch('outbox', ({ id, record }) => {
    follow(record, id)
    if (!record) alarms.reset(id, false)
    followAlarms()
  })

  return {
    /** Sends a message; when it arrives, the channel is not paused any more. */
    async test(channel: ChannelRecord): Promise<TestResult> {
      if (agents.of(channel.id)?.admit(channel) === false) return { ok: false, message: '一分钟内发送太多，请稍后再试' }
      const sending = sendMessage(channel, testMessage(channel.label, `${channel.id}_${now()}`, wordingFor(channel)))
      return resultOf(
        sending.then(async () => {
          await channels.update(channel.id, (current) => {
            const { paused: _paused, ...others } = current
            return current === channel ? { ...others, testedAt: chinaTime(now()) } : current
          })
          return channel.kind === 'mail' ? '已发送，请查看收件箱（也看一下垃圾邮件）' : '已发送，请查看是否收到'
        }),
      )
    },
  }
}

function messageOf({ field, records }: Batch<AgentRecord>, kind: ChannelRecord['kind'], wording: Wording): Message {
  const [record] = records
  if (field === 'reminded') return kind === 'webhook' ? reminderOf(record, wording) : remindersOf(records, wording)
  return records.length > 1 ? digestOf(records, wording) : noticeOf(record, wording)
}
