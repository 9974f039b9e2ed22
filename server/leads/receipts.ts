import { answerWords } from '../../contract/leads/callBack.ts'
import { dayMs, hourMs } from '../../contract/text/durations.ts'
import { type AskedRow, rowWordsOf } from '../../contract/leads/quoteList.ts'
import type { LeadRecord, Mark } from '../store/leadRecords.ts'
import type { SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Job, Jobs } from '../system/jobs.ts'
import type { Log } from '../system/log.ts'
import { DeliveryFailure } from './deliveryFailure.ts'
import { failedMark } from './retries.ts'

interface ReceiptsParts {
  store: Pick<Store, 'agent' | 'product'>
  site: () => SiteRecord
  siteUrl: string | undefined
  /** When the channel has room beside what staff get and send. */
  freeAt(): number
  /** Rejects with a DeliveryFailure. */
  send(record: LeadRecord, text: string): Promise<void>
  jobs: Pick<Jobs, 'wake'>
  now: () => number
  log: Log
}

const receiptsPerHour = 20

/**
 * Sends the receipts that wait in the records of inquiries. Each is marked before it is sent: a crash between the two loses one, and nobody
 * gets it twice.
 */
export function createReceipts({ store, site, siteUrl, freeAt, send, jobs, now, log }: ReceiptsParts): Job {
  const { agent } = store
  /** When each is due, by the ids of inquiries. */
  const waiting = new Map<string, number>()
  const follow = ({ id, receipt }: LeadRecord): void => {
    if (receipt?.state === 'waiting') waiting.set(id, Date.parse(receipt.retryAt ?? '') || 0)
    else waiting.delete(id)
  }
  for (const record of agent.newest()) follow(record)
  agent.watch('receipts', ({ id, record }) => {
    if (record) follow(record)
    else waiting.delete(id)
    jobs.wake()
  })

  const isWithin = (ms: number, time: string): boolean => Math.abs(now() - Date.parse(time)) < ms
  /** The inquiries whose receipts went within a time. */
  function* sentWithin(ms: number): Generator<LeadRecord> {
    for (const record of agent.newest()) {
      if (now() - Date.parse(record.createdAt) > 2 * dayMs) return
      const { state, at = '' } = record.receipt ?? {}
      if (state !== 'waiting' && isWithin(ms, at)) yield record
    }
  }
  /** One a day and mailbox. */
  const hasOne = ({ id, phone }: LeadRecord): boolean =>
    [...sentWithin(dayMs)].some(
      ({ id: other, phone: address, receipt }) =>
        other !== id && receipt?.state === 'sent' && mailboxOf(address) === mailboxOf(phone),
    )
  /** Somebody who fills in strangers' addresses must not make the company one that mails to them. */
  function limitedUntil(): number {
    const times = [...sentWithin(hourMs)].map(({ receipt }) => Date.parse(receipt?.at ?? ''))
    return times.length < receiptsPerHour ? 0 : Math.min(...times) + hourMs
  }
  const mark = (id: string, receipt: Mark | undefined): Promise<unknown> =>
    agent.update(id, ({ receipt: _, ...current }) => ({ ...current, ...(receipt && { receipt }) }))

  /** Anybody can type the address of somebody else, who must not get a stranger's words: only names that the site has itself. */
  function textFor({ topic, phone, createdAt, items = [] }: LeadRecord): string {
    const { hours, inquiry, companyName, hotline } = site()
    const promise = answerWords({ hours, own: inquiry.callBack }, { topic, left: phone }, Date.parse(createdAt))
    const rows = items
      .flatMap((item) => ownNames(store, item))
      .map((item, index) => `${index + 1}. ${rowWordsOf(item)}`)
    const list = rows.length > 0 ? ['您询价的产品：', ...rows].join('\n') : ''
    const from = [companyName, hotline, siteUrl].filter(Boolean).join('\n')
    return [inquiry.receipt, promise, list, from].filter(Boolean).join('\n\n')
  }

  return {
    failed: 'a receipt was not marked; it is tried again',
    onlyLeader: true,
    sends: true,
    next() {
      const due = Math.min(...waiting.values())
      return due > now() ? due : Math.max(due, freeAt(), limitedUntil())
    },
    async run() {
      const [first] = [...waiting].sort(([, a], [, b]) => a - b)
      const record = first && agent.get(first[0])
      if (!record?.receipt) return
      const { id, receipt } = record
      // A restored archive may have old ones.
      const isWanted = site().inquiry.receipt !== '' && isWithin(dayMs, record.createdAt) && !hasOne(record)
      if (!isWanted) return void (await mark(id, undefined))
      const at = chinaTime(now())
      await mark(id, { state: 'sent', at })
      try {
        await send(record, textFor(record))
      } catch (error) {
        if (!(error instanceof DeliveryFailure)) log('error', `agent/${id}: a receipt was not sent`, error)
        const failure = error instanceof DeliveryFailure ? error : new DeliveryFailure('服务器出错，详情见日志')
        const isFinal = failure.permanent || failure.uncertain
        await mark(
          id,
          isFinal ? { state: 'failed', at, reason: failure.message } : failedMark(receipt, failure, at, now()),
        )
      }
    },
  }
}

/** What most services deliver to one mailbox is one. */
const mailboxOf = (address: string): string => address.toLowerCase().replace(/\+[^@]*(?=@)/, '')

function ownNames(
  { product }: Pick<Store, 'product'>,
  { productId, productName, model, quantity }: AskedRow,
): AskedRow[] {
  if (productName === undefined) return []
  const isOwn = product.get(productId)?.models?.some((sold) => sold.model === model)
  return [{ productId, productName, ...(isOwn && { model }), ...(quantity !== undefined && { quantity }) }]
}
