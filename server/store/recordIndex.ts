import { collator } from '../../contract/collator.ts'
import type { Page } from '../../contract/entities.ts'
import type { Kind, Stored } from './records.ts'
import { SortedOrder } from './sortedOrder.ts'

export interface Query<R> {
  /** From 1. */
  page: number
  limit: number
  /** Searched in the kind's search text, ignoring case; '' is no filter. */
  word?: string | undefined
  where?: ((record: Readonly<R>) => boolean) | undefined
  /** Identifies what `where` does: queries with the same key share cached results, so that paging does not search again. */
  key?: string | undefined
  /** Made at this time or later, in milliseconds. */
  since?: number | undefined
  /** Made earlier than this. */
  before?: number | undefined
}

export interface Sorting {
  /** A key of the kind's `sorted`; any other name sorts by time. */
  by: string
  descending: boolean
}

interface Entry<R, Row> {
  time: number
  record: R
  row: Row
  /** The sorted search that found it last. */
  foundBy: object | undefined
}

/** How many results are cached: as many as a few people page through at a time. */
const maxCachedResults = 4
/** How many orders are cached; each takes 8 bytes per record. */
const maxCachedOrders = 4

/** A collection's records in memory, always newest first, so that no request sorts; other orders are built once and kept. */
export class RecordIndex<R extends Stored, Row> {
  readonly #kind: Kind<R, Row>
  readonly #byId = new Map<string, Entry<R, Row>>()
  /** Ascending by time, then id; new records go to the end. */
  readonly #entries: Entry<R, Row>[]
  /** The lower-case search texts, parallel to the entries, so that a search reads nothing else. */
  readonly #texts: string[]
  /** Cached search results: indexes into `entries`, newest first. Cleared at every change. */
  readonly #results = new Map<string, number[]>()
  /** Built when first requested; the most recently used is last. */
  readonly #sorted = new Map<string, SortedOrder<Entry<R, Row>>>()

  constructor(kind: Kind<R, Row>, records: R[]) {
    this.#kind = kind
    for (const record of records) this.#byId.set(record.id, this.#entry(record))
    this.#entries = [...this.#byId.values()].sort((a, b) => a.time - b.time || (a.record.id < b.record.id ? -1 : 1))
    this.#texts = this.#entries.map((entry) => this.#text(entry))
  }

  get size(): number {
    return this.#entries.length
  }

  get(id: string): R | undefined {
    return this.#byId.get(id)?.record
  }

  beside(id: string): { newer: R | undefined; older: R | undefined } {
    const entry = this.#byId.get(id)
    const at = entry ? this.#position(entry) : NaN
    return { newer: this.#entries[at + 1]?.record, older: this.#entries[at - 1]?.record }
  }

  /** Do not iterate across an await: a change would move the entries. */
  *newest(): Generator<R, void, undefined> {
    for (let i = this.#entries.length - 1; i >= 0; i--) {
      const entry = this.#entries[i]
      if (entry) yield entry.record
    }
  }

  /** A copy, which later changes leave as it is. */
  all(): R[] {
    return this.#entries.map(({ record }) => record)
  }

  page(query: Query<R>): Page<Row> {
    const { page, limit, word = '', where } = query
    const start = (page - 1) * limit
    if (word === '' && !where) {
      const { from, to } = this.#span(query)
      const end = Math.max(from, to - start)
      return { data: this.#entries.slice(Math.max(from, end - limit), end).reverse().map(({ row }) => row), count: to - from }
    }
    const found = this.#matches(query)
    const shown = found.slice(start, start + limit).map((at) => this.#entries[at]?.row)
    return { data: shown.filter((row) => row !== undefined), count: found.length }
  }

  async sortedPage(query: Query<R>, { by, descending }: Sorting): Promise<Page<Row>> {
    const text = this.#kind.sorted?.[by]
    if (!text) return descending ? this.page(query) : this.#oldestFirst(query)
    const order = this.#order(by, text, descending)
    await order.ready
    const start = (query.page - 1) * query.limit
    const matches = this.#filtered(query, order.entries)
    return { data: matches.slice(start, start + query.limit).map(({ row }) => row), count: matches.length }
  }

  set(record: R): void {
    const entry = this.#entry(record)
    const old = this.#byId.get(record.id)
    const samePosition = old?.time === entry.time
    if (old && !samePosition) this.delete(record.id)
    const at = this.#position(entry)
    this.#entries.splice(at, samePosition ? 1 : 0, entry)
    this.#texts.splice(at, samePosition ? 1 : 0, this.#text(entry))
    this.#byId.set(record.id, entry)
    this.#results.clear()
    for (const order of this.#sorted.values()) {
      if (samePosition) order.remove(old)
      order.add(entry)
    }
  }

  delete(id: string): void {
    const entry = this.#byId.get(id)
    if (!entry) return
    const at = this.#position(entry)
    this.#entries.splice(at, 1)
    this.#texts.splice(at, 1)
    this.#byId.delete(id)
    this.#results.clear()
    for (const order of this.#sorted.values()) order.remove(entry)
  }

  #entry(record: R): Entry<R, Row> {
    return { time: Date.parse(record.createdAt), record, row: Object.freeze(this.#kind.row(record)), foundBy: undefined }
  }

  #text({ record }: Entry<R, Row>): string {
    return this.#kind.searchText(record).toLowerCase()
  }

  #oldestFirst(query: Query<R>): Page<Row> {
    const { page, limit, word = '', where } = query
    const start = (page - 1) * limit
    if (word === '' && !where) {
      const { from, to } = this.#span(query)
      return { data: this.#entries.slice(Math.min(to, from + start), Math.min(to, from + start + limit)).map(({ row }) => row), count: to - from }
    }
    const found = this.#matches(query)
    const end = Math.max(0, found.length - start)
    const shown = found.slice(Math.max(0, end - limit), end).reverse().map((at) => this.#entries[at]?.row)
    return { data: shown.filter((row) => row !== undefined), count: found.length }
  }

  #order(by: string, text: (record: R) => string, descending: boolean): SortedOrder<Entry<R, Row>> {
    const name = `${by} ${descending}`
    const sign = descending ? -1 : 1
    const order =
      this.#sorted.get(name) ??
      new SortedOrder(
        this.#entries,
        // Records with the same text are newest first in either direction.
        (a, b) => sign * collator.compare(text(a.record), text(b.record)) || b.time - a.time || (a.record.id < b.record.id ? 1 : a.record.id > b.record.id ? -1 : 0),
      )
    this.#sorted.delete(name)
    const oldest = this.#sorted.keys().next()
    if (this.#sorted.size === maxCachedOrders && !oldest.done) this.#sorted.delete(oldest.value)
    this.#sorted.set(name, order)
    return order
  }

  /** The entries that a query matches, in the given order. */
  #filtered(query: Query<R>, entries: readonly Entry<R, Row>[]): readonly Entry<R, Row>[] {
    if (!query.word && !query.where && query.since === undefined && query.before === undefined) return entries
    // Marking the entries is several times faster than collecting them in a Set.
    const mark = {}
    for (const at of this.#matches(query)) {
      const entry = this.#entries[at]
      if (entry) entry.foundBy = mark
    }
    return entries.filter(({ foundBy }) => foundBy === mark)
  }

  /** The indexes of the entries that a query matches, newest first. */
  #matches({ word = '', where, key, since, before }: Query<R>): number[] {
    const { from, to } = this.#span({ since, before })
    const found = this.#search(word.toLowerCase(), where, key)
    return from === 0 && to === this.size ? found : found.filter((at) => at >= from && at < to)
  }

  /** The range of indexes of the entries made in a period. */
  #span({ since, before }: Pick<Query<R>, 'since' | 'before'>): { from: number; to: number } {
    const firstAt = (time: number): number => this.#position({ time, record: { id: '' } })
    const from = since === undefined ? 0 : firstAt(since)
    return { from, to: before === undefined ? this.size : Math.max(from, firstAt(before)) }
  }

  /** The index at which the entry is, or would be inserted. */
  #position({ time, record: { id } }: { time: number; record: { id: string } }): number {
    const isBefore = (entry: Entry<R, Row> | undefined): boolean =>
      entry !== undefined && (entry.time < time || (entry.time === time && entry.record.id < id))
    if (isBefore(this.#entries.at(-1))) return this.#entries.length
    let low = 0
    let high = this.#entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(this.#entries[middle])) low = middle + 1
      else high = middle
    }
    return low
  }

  #search(word: string, where: Query<R>['where'], key: string | undefined): number[] {
    const cacheKey = where && key === undefined ? undefined : `${key ?? ''}\n${word}`
    const cached = cacheKey === undefined ? undefined : this.#results.get(cacheKey)
    if (cached) return cached
    const result: number[] = []
    for (let at = this.#entries.length - 1; at >= 0; at--) {
      const entry = this.#entries[at]
      if (entry && this.#texts[at]?.includes(word) && (!where || where(entry.record))) result.push(at)
    }
    if (cacheKey !== undefined) this.#cache(cacheKey, result)
    return result
  }

  #cache(key: string, result: number[]): void {
    const oldest = this.#results.keys().next()
    if (this.#results.size === maxCachedResults && !oldest.done) this.#results.delete(oldest.value)
    this.#results.set(key, result)
  }
}
