import { answerWords } from '../../contract/callBack.ts'
import { dayMs } from '../../contract/durations.ts'
import { type AskedRow, rowWordsOf } from '../../contract/quoteList.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Job, Jobs } from '../system/jobs.ts'
import type { Log } from '../system/log.ts'
import type { ChannelRecord, LeadRecord, Mark } from '../store/leadRecords.ts'
import type { SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { DeliveryFailure, permanent } from './deliveryFailure.ts'
import { sendLetter } from './mail.ts'
import { failedMark } from './retries.ts'
import { type Network, withTimeout } from './service.ts'
import type { Letter } from './smtp.ts'

interface LettersParts {
  store: Pick<Store, 'agent' | 'channel' | 'product'>
  site: () => SiteRecord
  siteUrl: string | undefined
  network: Network
  jobs: Pick<Jobs, 'add' | 'wake' | 'stopping'>
  now: () => number
  log: Log
}

/** Providers block an account that sends many at once. */
const pauseMs = 4_000

/** The account that writes to visitors: the first that is on, rather one that does not belong to the operator. */
export const letterChannel = ({ channel }: Pick<Store, 'channel'>): ChannelRecord | undefined =>
  channel
    .all()
    .filter(({ kind, on }) => kind === 'mail' && on)
    .sort((a, b) => Number(a.operator ?? false) - Number(b.operator ?? false) || (a.id < b.id ? -1 : 1))[0]

export const hasMailAddress = ({ phone }: Pick<LeadRecord, 'phone'>): boolean => phone.includes('@')

/** Mails to visitors who have left an address: a receipt, and what staff answer. */
export function createLetters({ store, site, siteUrl, network, jobs, now, log }: LettersParts) {
  const { agent } = store

  async function send({ phone }: LeadRecord, words: readonly string[], written: Letter['written']): Promise<void> {
    const channel = letterChannel(store)
    if (!channel) throw new DeliveryFailure('没有开启的邮件渠道', permanent)
    const { siteName, companyName, hotline } = site()
    const text = [...words, [companyName, hotline, siteUrl].filter(Boolean).join('\n')].filter(Boolean).join('\n\n')
    const letter: Letter = { to: [phone], subject: `${siteName}：关于您的咨询`, text, written }
    await withTimeout(jobs, (signal) => sendLetter(channel, letter, network, signal))
  }

  /** Anybody can type the address of somebody else, who must not get a stranger's words: only names that the site has itself. */
  const ownNames = ({ productId, productName, model, quantity }: AskedRow): AskedRow[] => {
    const isOwn = store.product.get(productId)?.models?.some((each) => each.model === model)
    if (productName === undefined) return []
    return [{ productId, productName, ...(isOwn && { model }), ...(quantity !== undefined && { quantity }) }]
  }

  jobs.add(
    createReceipts({
      agent,
      now,
      log,
      wake: jobs.wake,
      send(record) {
        const { hours, inquiry } = site()
        const { topic, phone, items = [], createdAt } = record
        const asking = { topic, left: phone }
        const promise = answerWords({ hours, own: inquiry.callBack }, asking, Date.parse(createdAt))
        return send(record, [inquiry.receipt, promise, rowsText(items.flatMap(ownNames))], 'auto-replied')
      },
      isOn: () => site().inquiry.receipt !== '',
    }),
  )

  return {
    /** Rejects with a DeliveryFailure. */
    answer: (record: LeadRecord, text: string): Promise<void> =>
      send(record, [text, rowsText(record.items ?? [])], 'by hand'),
  }
}
export type Letters = ReturnType<typeof createLetters>

const rowsText = (items: readonly AskedRow[]): string =>
  items.length === 0
    ? ''
    : ['您询价的产品：', ...items.map((item, index) => `${index + 1}. ${rowWordsOf(item)}`)].join('\n')

interface ReceiptsParts {
  agent: Store['agent']
  send(record: LeadRecord): Promise<void>
  isOn(): boolean
  now: () => number
  wake(): void
  log: Log
}

/**
 * Sends the receipts that wait in the records of inquiries. Each is marked before it is sent: a crash between the two loses one, and nobody
 * gets it twice.
 */
function createReceipts({ agent, send, isOn, now, wake, log }: ReceiptsParts): Job {
  /** When each is due, by the ids of inquiries. */
  const waiting = new Map<string, number>()
  let free = 0
  const follow = ({ id, receipt }: LeadRecord): void => {
    if (receipt?.state === 'waiting') waiting.set(id, Date.parse(receipt.retryAt ?? '') || 0)
    else waiting.delete(id)
  }
  for (const record of agent.newest()) follow(record)
  agent.watch('letters', ({ id, record }) => {
    if (record) follow(record)
    else waiting.delete(id)
    wake()
  })

  const isRecent = (time: string): boolean => Math.abs(now() - Date.parse(time)) < dayMs
  /** One a day and address. */
  const hasOne = ({ id, phone }: LeadRecord): boolean => {
    for (const other of agent.newest()) {
      if (now() - Date.parse(other.createdAt) > 2 * dayMs) return false
      const { state, at = '' } = other.receipt ?? {}
      if (other.id !== id && other.phone === phone && state === 'sent' && isRecent(at)) return true
    }
    return false
  }
  const mark = (id: string, receipt: Mark | undefined): Promise<unknown> =>
    agent.update(id, ({ receipt: _, ...current }) => ({ ...current, ...(receipt && { receipt }) }))

  return {
    failed: 'a receipt was not marked; it is tried again',
    onlyLeader: true,
    next: () => Math.max(free, Math.min(...waiting.values())),
    async run() {
      const [first] = [...waiting].sort(([, a], [, b]) => a - b)
      const record = first && agent.get(first[0])
      if (!record?.receipt) return
      const { id, receipt } = record
      // A restored archive may have old ones.
      if (!isOn() || !isRecent(record.createdAt) || hasOne(record)) return void (await mark(id, undefined))
      const at = chinaTime(now())
      free = now() + pauseMs
      await mark(id, { state: 'sent', at })
      try {
        await send(record)
      } catch (error) {
        if (!(error instanceof DeliveryFailure)) log('error', `agent/${id}: a receipt was not sent`, error)
        const failure = error instanceof DeliveryFailure ? error : new DeliveryFailure('服务器出错，详情见日志')
        const { message: reason } = failure
        await mark(id, failure.permanent ? { state: 'failed', at, reason } : failedMark(receipt, failure, at, now()))
      }
    },
  }
}
