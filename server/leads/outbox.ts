import { answerWords } from '../../contract/leads/callBack.ts'
import { minuteMs } from '../../contract/text/durations.ts'
import { leadKindNames } from '../../contract/leads/leads.ts'
import { channelGets, channelKindOf } from '../../contract/calls/channels.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Jobs } from '../system/jobs.ts'
import type { Log } from '../system/log.ts'
import type { LeadRecord, ChannelRecord } from '../store/leadRecords.ts'
import type { Collection } from '../store/collection.ts'
import type { SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { LeadMail } from '../../contract/kinds/entities.ts'
import { DeliveryFailure, resultOf, type TestResult } from './deliveryFailure.ts'
import { isMailAddress, type Letter, sendLetter } from './mail.ts'
import { createReceipts } from './receipts.ts'
import type { Notified } from './due.ts'
import { type Batch, ChannelQueue } from './channelQueue.ts'
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
import { type Network, withTimeout } from './service.ts'
import { services } from './services.ts'
import { createWeekly } from './weekly.ts'

interface OutboxParts {
  store: Store
  site: () => SiteRecord
  /** Undefined where it is not set: messages have no link. */
  siteUrl: string | undefined
  pageWords: Wording['pageWords']
  network: Network
  jobs: Pick<Jobs, 'add' | 'wake' | 'sends' | 'stopping'>
  now: () => number
  log: Log
}

/** Who relies on a channel hears by another way that it is silent. */
const waitedMs = 30 * minuteMs

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
    answer: (asking, time) => answerWords({ hours: site().hours, own: site().inquiry.callBack }, asking, time),
    lists: leadKindNames.filter((name) => name !== 'dealer' || site().pagesOn.agent),
    readsMarkup: channelKindOf(kind).readsMarkup === true,
  })
  const sendMessage = (channel: ChannelRecord, message: Message): Promise<void> =>
    withTimeout(jobs, (signal) => services[channel.kind].send(channel, message, network, { signal, now: now() }))

  /** What waits for each channel that gets the records of one collection. */
  function queuesOf<R extends Notified>(
    records: Collection<R>,
    gets: (channel: ChannelRecord) => boolean,
    messageFor: (batch: Batch<R>, channel: ChannelRecord) => Message,
    isFor?: (record: R, channelId: string) => boolean,
  ) {
    const queues = new Map<string, ChannelQueue<R>>()
    const sendBatch = (channel: ChannelRecord, batch: Batch<R>): Promise<void> =>
      sendMessage(channel, messageFor(batch, channel))
    records.watch('outbox', ({ id, record }) => {
      for (const queue of queues.values()) {
        if (record) queue.follow(record)
        else queue.forget(id)
      }
      jobs.wake()
    })
    return {
      of: (id: string) => queues.get(id),
      reset(id: string): void {
        const channel = channels.get(id)
        if (channel && gets(channel)) {
          const queue =
            queues.get(id) ??
            new ChannelQueue({
              id,
              channels,
              records,
              sendMessage: sendBatch,
              isFor: isFor && ((record) => isFor(record, id)),
              jobs,
              now,
              log,
            })
          queues.set(id, queue)
          queue.reset()
        } else {
          queues.get(id)?.end()
          queues.delete(id)
        }
      },
    }
  }
  const leads = queuesOf(
    store.agent,
    ({ kind, operator }) => !operator && channelGets(kind, 'leads'),
    (batch, channel) => messageOf(batch, channel.kind, wordingFor(channel)),
  )
  // Few beside what visitors send, so they are counted apart.
  const devices = queuesOf(
    store.newDevice,
    ({ kind }) => channelGets(kind, 'devices'),
    ({ records }, channel) =>
      newDevicesOf(records, (userId) => store.user.get(userId)?.name ?? '', wordingFor(channel)),
  )
  /** Who keeps the machine gets its alarms; where nobody is named for it, everybody does. */
  const alarms = queuesOf(
    store.alarm,
    ({ kind, operator }) =>
      channelGets(kind, 'alarms') && (operator || !channels.all().some((each) => each.on && each.operator)),
    ({ records }, channel) => alarmsOf(records, wordingFor(channel)),
    // That a channel is silent is said by the others.
    ({ id }, channelId) => id !== 'unsent' || waitingIn(channelId).length === 0,
  )
  function waitingIn(channelId: string): ReturnType<ChannelQueue<LeadRecord>['waiting']> {
    const queues = [leads.of(channelId), devices.of(channelId), alarms.of(channelId)]
    return queues.flatMap((queue) => queue?.waiting(now() - waitedMs) ?? [])
  }

  jobs.add(
    createWeekly({
      store,
      send: (channel, week) => sendMessage(channel, weekMessage(week, wordingFor(channel))),
      now,
      log,
    }),
  )

  function follow(id: string): void {
    leads.reset(id)
    devices.reset(id)
    // Others get alarms, or none, where this one is named for them.
    for (const each of [id, ...channels.all().map((channel) => channel.id)]) alarms.reset(each)
    jobs.wake()
  }
  for (const { id } of channels.all()) follow(id)
  channels.watch('outbox', ({ id }) => follow(id))

  /** By which customers get mail. */
  const mailChannel = (): ChannelRecord | undefined =>
    channels.all().find(({ kind, on, operator }) => kind === 'mail' && on && !operator)

  /** To a customer, who answers to the company's address. Rejects with a DeliveryFailure. */
  async function writeTo({ phone }: LeadRecord, { subject, ...letter }: Pick<Letter, 'subject' | 'text' | 'byHand'>) {
    const channel = mailChannel()
    if (!channel) throw new DeliveryFailure('没有开启的邮件通知渠道')
    if (channel.paused) throw new DeliveryFailure(channel.paused.reason)
    if (leads.of(channel.id)?.admit(channel) === false) throw new DeliveryFailure('一分钟内发送太多，请稍后再试')
    const { companyName, mailbox } = site()
    const replyTo = isMailAddress(mailbox) ? mailbox : (channel.user ?? '')
    const whole = { ...letter, to: [phone], subject: `${companyName}：${subject}`, replyTo }
    await withTimeout(jobs, (signal) => sendLetter(channel, whole, network, signal))
  }
  jobs.add(
    createReceipts({
      store,
      site,
      siteUrl,
      freeAt() {
        const channel = mailChannel()
        return (channel && leads.of(channel.id)?.spareAt(channel)) ?? 0
      },
      send: (record, text) => writeTo(record, { subject: '已收到您的咨询', text }),
      jobs,
      now,
      log,
    }),
  )

  return {
    /** In which channels something has waited too long, how much and why; of a paused one its record says why. */
    waiting: () =>
      channels.all().flatMap(({ id, label, paused }) => {
        const items = waitingIn(id)
        const reason = paused?.reason ?? items[0]?.mark?.reason
        return items.length > 0 && jobs.sends ? [{ label, count: items.length, reason }] : []
      }),
    canAnswer: ({ phone }: LeadRecord): boolean => isMailAddress(phone) && mailChannel() !== undefined,
    async answer(record: LeadRecord, text: string): Promise<LeadMail> {
      try {
        await writeTo(record, { subject: '回复您的咨询', text, byHand: true })
        return { state: 'sent' }
      } catch (error) {
        if (!(error instanceof DeliveryFailure)) throw error
        // Who has written it tries again.
        const reason = error.message.replace('稍后自动重试', '请稍后重试')
        return { state: error.uncertain ? 'unknown' : 'failed', reason }
      }
    },
    /** Sends a message; when it arrives, the channel is not paused any more. */
    async test(channel: ChannelRecord): Promise<TestResult> {
      if (leads.of(channel.id)?.admit(channel) === false) return { ok: false, message: '一分钟内发送太多，请稍后再试' }
      const sending = sendMessage(channel, testMessage(channel.label, `${channel.id}_${now()}`, wordingFor(channel)))
      return resultOf(
        sending.then(async () => {
          await channels.update(channel.id, (current) => {
            const { paused: _paused, ...others } = current
            return current === channel ? { ...others, testedAt: chinaTime(now()) } : current
          })
          return `已发送，请查看${channelKindOf(channel.kind).arrivesAt ?? '是否收到'}`
        }),
      )
    },
  }
}

function messageOf({ field, records }: Batch<LeadRecord>, kind: ChannelRecord['kind'], wording: Wording): Message {
  const [record] = records
  if (field === 'reminded')
    return channelGets(kind, 'digests') ? remindersOf(records, wording) : reminderOf(record, wording)
  return records.length > 1 ? digestOf(records, wording) : noticeOf(record, wording)
}
