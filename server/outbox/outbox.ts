import type { Log } from '../log.ts'
import { chinaTime } from '../store/chinaTime.ts'
import type { ChannelRecord } from '../store/agentRecords.ts'
import type { SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { DeliveryFailure } from './deliveryFailure.ts'
import { dingtalk } from './dingtalk.ts'
import { feishu } from './feishu.ts'
import { type Batch, ChannelQueue, pauseMs } from './channelQueue.ts'
import { mail } from './mail.ts'
import { digestOf, type Message, noticeOf, reminderOf, remindersOf, testMessage, type Wording } from './message.ts'
import { robotSend } from './robot.ts'
import type { Network, Services } from './service.ts'
import { webhook } from './webhook.ts'
import { wecom } from './wecom.ts'

interface Parts {
  store: Store
  site: () => SiteRecord
  /** Undefined where it is not set: messages have no link. */
  siteUrl: string | undefined
  network: Network
  now: () => number
  log: Log
}

const services: Services = { wecom: robotSend(wecom), dingtalk: robotSend(dingtalk), feishu: robotSend(feishu), webhook, mail }
const timeoutMs = 15_000
/** For the requests in progress when the server stops. */
const stopMs = 5_000

export interface TestResult {
  ok: boolean
  message: string
}
export type Outbox = ReturnType<typeof createOutbox>

/**
 * Notifies staff of inquiries and applications. The records themselves are the outbox: what is due follows from them and from the marks
 * of what was sent, so a restart loses nothing, and a crash between the two sends a message twice.
 */
export function createOutbox({ store, site, siteUrl, network, now, log }: Parts) {
  const { agent, channel: channels } = store
  const queues = new Map<string, ChannelQueue>()
  const requests = new Set<AbortController>()
  let stopped = false
  let leads = async (): Promise<boolean> => false
  let wake = (): void => {}

  const wordingFor = ({ kind }: ChannelRecord): Wording =>
    ({ maskPhone: site().inquiry.maskPhone, siteUrl, plain: kind === 'mail' || kind === 'webhook' })
  async function sendMessage(channel: ChannelRecord, message: Message): Promise<void> {
    const request = new AbortController()
    const timeout = setTimeout(() => request.abort(), timeoutMs)
    requests.add(request)
    try {
      await services[channel.kind](channel, message, network, { signal: request.signal, now: now() })
    } finally {
      clearTimeout(timeout)
      requests.delete(request)
    }
  }
  const send = (channel: ChannelRecord, batch: Batch): Promise<void> =>
    sendMessage(channel, messageOf(batch, channel.kind, wordingFor(channel)))

  function follow(channel: ChannelRecord | undefined, id: string): void {
    if (!channel) queues.delete(id)
    else {
      const queue = queues.get(id) ?? new ChannelQueue(id, { store, send, leads: () => leads(), isStopped: () => stopped, now, log })
      queues.set(id, queue)
      queue.reset()
    }
    wake()
  }
  for (const channel of channels.all()) follow(channel, channel.id)
  channels.watch((channel, before) => follow(channel, (channel ?? before)?.id ?? ''))
  agent.watch((record, before) => {
    for (const queue of queues.values()) {
      if (record) queue.follow(record)
      else if (before) queue.forget(before.id)
    }
    wake()
  })

  return {
    /** Sends a message; when it arrives, the channel is not paused any more. */
    async test(channel: ChannelRecord): Promise<TestResult> {
      if (queues.get(channel.id)?.admit(channel) === false) return { ok: false, message: '一分钟内发送太多，请稍后再试' }
      try {
        await sendMessage(channel, testMessage(channel.label, `${channel.id}_${now()}`, wordingFor(channel)))
      } catch (error) {
        if (error instanceof DeliveryFailure) return { ok: false, message: error.message }
        throw error
      }
      await channels.update(channel.id, (current) => {
        const { paused: _paused, ...others } = current
        return current === channel ? { ...others, testedAt: chinaTime(now()) } : current
      })
      return { ok: true, message: channel.kind === 'mail' ? '已发送，请查看收件箱（也看一下垃圾邮件）' : '已发送，请查看是否收到' }
    },

    /** `leading` is whether this server may send, of several. Returns a function that ends the work. */
    start(leading: () => Promise<boolean>): () => Promise<void> {
      leads = leading
      let timer: NodeJS.Timeout | undefined
      let soon: NodeJS.Immediate | undefined
      const running = new Set<Promise<void>>()

      const run = (): void => {
        soon = undefined
        clearTimeout(timer)
        if (stopped) return
        for (const queue of queues.values()) if (queue.wakeAt <= now()) keep(queue.run())
        const next = Math.min(...Array.from(queues.values(), (queue) => queue.wakeAt))
        if (next === Infinity) return
        timer = setTimeout(run, Math.max(0, Math.min(next - now(), pauseMs)))
        timer.unref()
      }
      const keep = (work: Promise<void>): void => {
        running.add(work)
        void work.finally(() => {
          running.delete(work)
          wake()
        })
      }
      // Many records may change at once.
      wake = () => void (soon ??= setImmediate(run))
      wake()
      return async () => {
        stopped = true
        clearTimeout(timer)
        const cut = setTimeout(() => requests.forEach((request) => request.abort()), stopMs)
        await Promise.all(running)
        clearTimeout(cut)
      }
    },
  }
}

function messageOf({ field, records }: Batch, kind: ChannelRecord['kind'], wording: Wording): Message {
  const [record] = records
  if (field === 'reminded') return kind === 'webhook' ? reminderOf(record, wording) : remindersOf(records, wording)
  return records.length > 1 ? digestOf(records, wording) : noticeOf(record, wording)
}
