import type { SearchEngineName } from '../../contract/push.ts'
import { chinaDay, chinaTime } from '../system/chinaTime.ts'
import type { Collection } from '../store/collection.ts'
import { type SearchEngineRecord, type WaitingPage, waitingOf } from '../store/pushRecords.ts'
import { DeliveryFailure } from './deliveryFailure.ts'
import { minute, retryTime } from './retries.ts'
import { QuotaUsed, type SearchEngine, type SearchEngineContext } from './searchEngine.ts'
import { SendQueue, type SendQueueParts, withTimeout } from './sendQueue.ts'

interface SearchEngineQueueParts extends Omit<SendQueueParts<SearchEngineRecord>, 'name' | 'id'> {
  receivers: Pick<Collection<SearchEngineRecord, unknown>, 'get' | 'update' | 'change'>
  searchEngine: SearchEngine
  /** Whether visitors see the page; of one that is gone, whether they did. */
  isShown(page: WaitingPage): boolean
  /** Undefined where search engines cannot reach the site. */
  context: Omit<SearchEngineContext, 'signal' | 'key'> | undefined
  key(): string | undefined
}
type Batch = readonly WaitingPage[]

/** Pages that change within it are sent together. */
const collectMs = minute
/** After midnight in China, where the day of a quota begins. */
const afterMidnightMs = 5 * minute
/** What one answer names of the addresses that were refused. */
const maxNamed = 3

/** The pages that wait for one search engine, all in its record. */
export class SearchEngineQueue extends SendQueue<SearchEngineRecord, Batch> {
  readonly #id: SearchEngineName
  readonly #parts: SearchEngineQueueParts
  #dueAt = Infinity

  constructor(id: SearchEngineName, parts: SearchEngineQueueParts) {
    super({ ...parts, id, name: `engine/${id}` })
    this.#id = id
    this.#parts = parts
    this.follow()
  }

  /** When its record or the site has changed. */
  follow(): void {
    const { receivers, now } = this.#parts
    const record = receivers.get(this.#id)
    const { retryAt } = record?.answer ?? {}
    this.#dueAt = Infinity
    for (const { changedAt } of this.#shown(record)) {
      // A clock that was ahead has stored times in the future.
      const due = retryAt === undefined ? Math.min(Date.parse(changedAt), now()) + collectMs : Date.parse(retryAt)
      this.#dueAt = Math.min(this.#dueAt, due)
    }
  }

  get waiting(): number {
    return this.#shown(this.#parts.receivers.get(this.#id)).length
  }

  /** What has changed later may be missing; undefined while it is off. */
  get since(): string | undefined {
    const record = this.#parts.receivers.get(this.#id)
    return record?.on ? record.since : undefined
  }

  add(pages: Batch): Promise<unknown> {
    const { searchEngine, now } = this.#parts
    return this.#update((current) => {
      if (!current.on || pages.length === 0) return current
      const waiting = new Map(waitingOf(current).map((page) => [page.address, page]))
      for (const page of pages) {
        if (page.gone && !searchEngine.removals) waiting.delete(page.address)
        else waiting.set(page.address, page)
      }
      return { ...current, since: chinaTime(now()), waiting: [...waiting.values()] }
    })
  }

  /** Those that do not wait already. */
  addMissing(pages: Batch): Promise<unknown> {
    const record = this.#parts.receivers.get(this.#id)
    const waiting = new Set(record && waitingOf(record).map(({ address }) => address))
    return this.add(pages.filter(({ address }) => !waiting.has(address)))
  }

  /** What it replies, in words. Rejects with a DeliveryFailure. */
  async test(record: SearchEngineRecord): Promise<string> {
    const remain = await this.#askQuota(record)
    if (remain === undefined) await this.#request((context) => this.#parts.searchEngine.send(record, [`${context.siteUrl}/`], context))
    const words = remain === undefined ? '首页已推送，搜索引擎收到了' : `连接成功，今天还可以推送${remain}个网址`
    const answer = { at: chinaTime(this.#parts.now()), words }
    await this.#update(({ paused: _paused, ...current }) => ({ ...current, ...this.#quota(remain), answer }))
    return words
  }

  #shown(record: SearchEngineRecord | undefined): Batch {
    return record?.on ? waitingOf(record).filter(this.#parts.isShown) : []
  }

  #today(): string {
    return chinaTime(this.#parts.now()).slice(0, 10)
  }

  #quota(count: number | undefined): Pick<SearchEngineRecord, 'remain'> {
    return count === undefined ? {} : { remain: { day: this.#today(), count } }
  }

  async #askQuota(record: SearchEngineRecord): Promise<number | undefined> {
    const { quota } = this.#parts.searchEngine
    return quota && this.#request((context) => quota(record, context))
  }

  #request<T>(send: (context: SearchEngineContext) => Promise<T>): Promise<T> {
    const { jobs, context, key } = this.#parts
    if (!context) throw new DeliveryFailure('搜索引擎访问不到这个网站')
    return withTimeout(jobs, (signal) => send({ ...context, key: key() ?? '', signal }))
  }

  /** Writes nothing where nothing changes. */
  #update(change: (current: SearchEngineRecord) => SearchEngineRecord): Promise<unknown> {
    return this.#parts.receivers.change(this.#id, (current) => current && change(current))
  }

  protected nextAt({ remain }: SearchEngineRecord): number {
    if (!this.#parts.context) return Infinity
    return Math.max(this.#dueAt, remain?.count === 0 ? chinaDay(remain.day).end + afterMidnightMs : 0)
  }

  protected beginTry(): number {
    return this.#parts.now()
  }

  /** The newest first. */
  protected nextBatch(record: SearchEngineRecord): Batch | undefined {
    const { most } = this.#parts.searchEngine
    const left = record.remain?.day === this.#today() ? record.remain.count : most
    const pages = [...this.#shown(record)].sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1)).slice(0, Math.min(most, left))
    if (pages.length > 0) return pages
    this.#dueAt = Infinity
    return undefined
  }

  protected async send(record: SearchEngineRecord, batch: Batch, at: string): Promise<() => Promise<unknown>> {
    // Of more than the rest of the quota, Baidu accepts nothing.
    if (record.remain?.day !== this.#today()) {
      const remain = await this.#askQuota(record)
      if (remain !== undefined) return () => this.#update((current) => ({ ...current, ...this.#quota(remain) }))
    }
    const siteUrl = this.#parts.context?.siteUrl ?? ''
    try {
      const { remain, refused } = await this.#request((context) =>
        this.#parts.searchEngine.send(record, batch.map(({ address }) => siteUrl + address), context))
      const answer = { at, words: wordsOf(batch.length, refused) }
      return () => this.#update((current) =>
        ({ ...without(batch, current), since: later(current.since, at), answer, ...this.#quota(remain) }))
    } catch (error) {
      if (!(error instanceof QuotaUsed)) throw error
      return () => this.#update((current) => ({ ...current, ...this.#quota(0), answer: { at, words: error.message, failed: true } }))
    }
  }

  protected keepFailure(batch: Batch, failure: DeliveryFailure, at: string): Promise<unknown> {
    const now = this.#parts.now()
    return this.#update((current) => {
      const tried = current.answer?.tries ?? 0
      const retryAt = retryTime(tried, failure, now)
      const tries = tried + 1
      if (retryAt !== undefined) return { ...current, answer: { at, words: failure.message, failed: true, tries, retryAt } }
      const words = `试了${tries}次都没有成功，${batch.length}个网址不再推送，可以点“推送全部页面”再试`
      return { ...without(batch, current), answer: { at, words, failed: true } }
    })
  }
}

const later = (a: string, b: string): string => (a > b ? a : b)

/** A page that has changed meanwhile goes on waiting. */
function without(batch: Batch, record: SearchEngineRecord): SearchEngineRecord {
  const sent = new Map(batch.map(({ address, changedAt }) => [address, changedAt]))
  return { ...record, waiting: waitingOf(record).filter(({ address, changedAt }) => sent.get(address) !== changedAt) }
}

function wordsOf(count: number, refused: ReadonlyMap<string, string>): string {
  const received = `收到了${count - refused.size}个网址`
  if (refused.size === 0) return received
  const named = [...refused].slice(0, maxNamed).map(([url, reason]) => `${url}（${reason}）`)
  return `${received}，没有接受${refused.size}个：${named.join('、')}${refused.size > maxNamed ? '等' : ''}`
}
