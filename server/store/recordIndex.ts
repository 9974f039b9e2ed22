import { collator } from '../../contract/text/collator.ts'
import type { ListPage } from '../../contract/kinds/entities.ts'
import { JoinedTexts } from './joinedTexts.ts'
import type { Kind, Listed, Stored } from './kind.ts'
import { positionIn, SortedEntries } from './sortedEntries.ts'

export interface Query<R> {
  /** The first is 1. */
  page: number
  limit: number
  /** Searched in the kind's search text, ignoring case; '' is no filter. */
  word?: string | undefined
  /** `key` identifies what `matches` does. */
  filter?: { key: string; matches: (record: Readonly<R>) => boolean } | undefined
  /** Made at this time or later, in milliseconds. */
  since?: number | undefined
  /** Only those that were made earlier. */
  before?: number | undefined
}

export interface Sorting {
  /** A key of the kind's `sorted`; any other name sorts by time. */
  by: string
  descending: boolean
}

interface Entry<R> {
  time: number
  pinned: boolean
  rank: string | undefined
  record: R
  /** The search text; it is in lower case. */
  text: string
}

/** How many results are cached: as many as a few people page through at a time. */
const maxCachedResults = 4

/**
 * A collection's records in memory by their place, which is by time unless staff have chosen it. Other orders are built when they are first
 * requested, and follow every change.
 */
export class RecordIndex<R extends Stored> {
  readonly #kind: Kind<R>
  readonly #byId = new Map<string, Entry<R>>()
  readonly #byPlace: SortedEntries<Entry<R>>
  readonly #orders = new Map<string, SortedEntries<Entry<R>>>()
  /** Entries that a query has found, so that paging does not search again. Cleared at every change. */
  readonly #results = new Map<string, readonly Entry<R>[]>()
  /** The search texts of orders in which there was more than one search since the last change. */
  readonly #texts = new Map<string, JoinedTexts<Entry<R>> | undefined>()

  constructor(kind: Kind<R>, records: readonly R[]) {
    this.#kind = kind
    for (const record of records) this.#byId.set(record.id, this.#entry(record))
    this.#byPlace = new SortedEntries(byPlace, [...this.#byId.values()].sort(byPlace))
  }

  get size(): number {
    return this.#byId.size
  }

  get(id: string): R | undefined {
    return this.#byId.get(id)?.record
  }

  beside(id: string) {
    const entry = this.#byId.get(id)
    const index = entry ? this.#byPlace.position(entry) : NaN
    return { newer: this.#byPlace.entries[index + 1]?.record, older: this.#byPlace.entries[index - 1]?.record }
  }

  /** Do not iterate across an await: a change would move the entries. */
  *newest(): Generator<R, void, undefined> {
    const { entries } = this.#byPlace
    for (let i = entries.length - 1; i >= 0; i--) {
      const entry = entries[i]
      if (entry) yield entry.record
    }
  }

  /** A copy, which later changes leave as it is. */
  all(): R[] {
    return this.#byPlace.entries.map(({ record }) => record)
  }

  /** Newest first. `extra` records are shown among the others, as if they were in the collection. */
  page(query: Query<R>, extra: readonly R[] = []): ListPage<R> {
    return this.#page('', this.#byPlace, query, true, extra)
  }

  /** Waits until the order is built, which slows down no other request. */
  async sortedPage(query: Query<R>, { by, descending }: Sorting, extra: readonly R[] = []): Promise<ListPage<R>> {
    const sortText = this.#kind.sorted?.[by]
    if (!sortText && !this.#kind.placed) return this.#page('', this.#byPlace, query, descending, extra)
    const name = `${by} ${descending}`
    let order = this.#orders.get(name)
    if (!order) {
      const sign = descending ? -1 : 1
      // Records with the same text are newest first in either direction.
      order = new SortedEntries((a, b) =>
        sortText
          ? sign * collator.compare(sortText(a.record), sortText(b.record)) || byTime(b, a)
          : sign * byTime(a, b),
      )
      this.#orders.set(name, order)
      order.fill([...this.#byPlace.entries], (entry) => this.#byId.get(entry.record.id) === entry)
    }
    await order.filled
    return this.#page(name, order, query, false, extra)
  }

  set(record: R): void {
    this.delete(record.id)
    const entry = this.#entry(record)
    this.#byId.set(record.id, entry)
    for (const order of this.#allOrders()) order.add(entry)
  }

  delete(id: string): void {
    this.#results.clear()
    this.#texts.clear()
    const entry = this.#byId.get(id)
    if (!entry) return
    this.#byId.delete(id)
    for (const order of this.#allOrders()) order.remove(entry)
  }

  #entry(record: R): Entry<R> {
    const { pinned = false, rank }: Listed & Partial<Stored> = this.#kind.placed ? record : {}
    // A file that was edited by hand may have no time there.
    const time = Date.parse(this.#kind.shownAt?.(record) ?? '') || Date.parse(record.createdAt)
    return { time, pinned, rank, record, text: this.#kind.searchText(record).toLowerCase() }
  }

  #allOrders(): Iterable<SortedEntries<Entry<R>>> {
    return [this.#byPlace, ...this.#orders.values()]
  }

  #page(
    order: string,
    sorted: SortedEntries<Entry<R>>,
    query: Query<R>,
    backwards: boolean,
    extra: readonly R[],
  ): ListPage<R> {
    const matching = this.#matching(order, sorted.entries, query)
    const others = filtered(
      extra.map((record) => this.#entry(record)),
      query,
    ).sort(sorted.compare)
    const count = matching.length + others.length
    const first = (query.page - 1) * query.limit
    const start = backwards ? count - first - query.limit : first
    const end = Math.min(start + query.limit, count)
    const entries = merged(matching, others, sorted.compare, Math.max(0, start), Math.max(0, end))
    if (backwards) entries.reverse()
    return { data: entries.map(({ record }) => record), count }
  }

  #matching(order: string, entries: readonly Entry<R>[], query: Query<R>): readonly Entry<R>[] {
    const { word = '', filter, since, before } = query
    if (word === '' && !filter && since === undefined && before === undefined) return entries
    const key = JSON.stringify([order, word, filter?.key, since, before])
    const cached = this.#results.get(key)
    if (cached) return cached
    const matching = filtered(this.#containing(order, entries, word.toLowerCase()), query)
    const oldest = this.#results.keys().next()
    if (this.#results.size === maxCachedResults && !oldest.done) this.#results.delete(oldest.value)
    this.#results.set(key, matching)
    return matching
  }

  /** Among others, all entries with this word. The first search after a change does not wait until texts are joined. */
  #containing(order: string, entries: readonly Entry<R>[], word: string): readonly Entry<R>[] {
    if (word === '') return entries
    const isFirst = !this.#texts.has(order)
    const texts = isFirst ? undefined : (this.#texts.get(order) ?? JoinedTexts.of(entries))
    this.#texts.set(order, texts)
    return texts?.containing(word) ?? entries
  }
}

function filtered<R extends Stored>(
  entries: readonly Entry<R>[],
  { word = '', filter, since, before }: Query<R>,
): Entry<R>[] {
  const text = word.toLowerCase()
  const from = since ?? -Infinity
  const to = before ?? Infinity
  const matching: Entry<R>[] = []
  for (const entry of entries) {
    if (entry.text.includes(text) && entry.time >= from && entry.time < to && (!filter || filter.matches(entry.record)))
      matching.push(entry)
  }
  return matching
}

/** From `start` to `end` of two sorted lists, as if they were one. */
function merged<E>(
  long: readonly E[],
  short: readonly E[],
  compare: (a: E, b: E) => number,
  start: number,
  end: number,
): E[] {
  if (short.length === 0) return long.slice(start, end)
  const positions = new Map(short.map((entry, i) => [positionIn(long, entry, compare) + i, entry]))
  const before = [...positions.keys()].filter((position) => position < start).length
  const entries: E[] = []
  for (let next = start - before, i = start; i < end; i++) {
    const entry = positions.get(i) ?? long[next++]
    if (entry !== undefined) entries.push(entry)
  }
  return entries
}

/** Records of the same time in the order of their ids. */
function byTime(a: Entry<Stored>, b: Entry<Stored>): number {
  if (a.time !== b.time) return a.time - b.time
  return byText(a.record.id, b.record.id)
}

function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

type Placed = Entry<Stored>

function byPlace(a: Placed, b: Placed): number {
  if (a.pinned !== b.pinned) return a.pinned ? 1 : -1
  if (a.rank === undefined && b.rank === undefined) return byTime(a, b)
  return byText(rankOf(a), rankOf(b)) || byTime(a, b)
}

/** Sorts records that were not moved by time. */
const rankOf = ({ rank, time, record }: Placed): string => rank ?? timeRank(time, record.id)
export const timeRank = (time: number, id: string): string => `${String(time).padStart(15, '0')}${id}`
