import type { Page } from '../../contract/entities.ts'
import { JoinedTexts } from './joinedTexts.ts'
import type { Kind, Stored } from './records.ts'

export interface Query<R> {
  /** From 1. */
  page: number
  limit: number
  /** Looked for in the kind's searched text, whatever the case; '' is no filter. */
  word?: string | undefined
  where?: ((record: Readonly<R>) => boolean) | undefined
  /** Names what `where` does: two queries of one key find the same, so that leafing through does not search again. */
  key?: string | undefined
}

interface Entry<R, Row> {
  time: number
  record: R
  row: Row
}

/** The results kept: what a few people leaf through at one time. */
const mostFound = 4

/** A collection's records in memory, always in the order in which they are shown, so that no request sorts. */
export class Ordered<R extends Stored, Row> {
  readonly #kind: Kind<R, Row>
  readonly #byId = new Map<string, Entry<R, Row>>()
  /** Ascending by time, then id; what is new goes to the end. */
  readonly #entries: Entry<R, Row>[]
  /** The searched texts, beside the entries: a search runs over nothing else. */
  readonly #texts: JoinedTexts
  /** Places in `entries`, newest first; forgotten at every change. */
  readonly #found = new Map<string, number[]>()

  constructor(kind: Kind<R, Row>, records: R[]) {
    this.#kind = kind
    for (const record of records) this.#byId.set(record.id, this.#entry(record))
    this.#entries = [...this.#byId.values()].sort((a, b) => a.time - b.time || (a.record.id < b.record.id ? -1 : 1))
    this.#texts = new JoinedTexts(this.#entries.length, (at) => this.#text(this.#entries[at]))
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

  /** Not to be held across an await: a change moves the ground under it. */
  *newest(): Generator<R, void, undefined> {
    for (let i = this.#entries.length - 1; i >= 0; i--) {
      const entry = this.#entries[i]
      if (entry) yield entry.record
    }
  }

  /** All of them in a list of its own, which no later change touches. */
  all(): R[] {
    return this.#entries.map(({ record }) => record)
  }

  page({ page, limit, word = '', where, key }: Query<R>): Page<Row> {
    const start = (page - 1) * limit
    if (word === '' && !where) {
      const end = Math.max(0, this.size - start)
      return { data: this.#entries.slice(Math.max(0, end - limit), end).reverse().map(({ row }) => row), count: this.size }
    }
    const found = this.#search(word.toLowerCase(), where, key)
    const shown = found.slice(start, start + limit).map((at) => this.#entries[at]?.row)
    return { data: shown.filter((row) => row !== undefined), count: found.length }
  }

  place(record: R): void {
    const entry = this.#entry(record)
    const old = this.#byId.get(record.id)
    const stays = old?.time === entry.time
    if (old && !stays) this.drop(record.id)
    const at = this.#position(entry)
    this.#entries.splice(at, stays ? 1 : 0, entry)
    if (stays) this.#texts.changed(at)
    else this.#texts.inserted(at)
    this.#byId.set(record.id, entry)
    this.#found.clear()
  }

  drop(id: string): void {
    const entry = this.#byId.get(id)
    if (!entry) return
    const at = this.#position(entry)
    this.#entries.splice(at, 1)
    this.#texts.removed(at)
    this.#byId.delete(id)
    this.#found.clear()
  }

  #entry(record: R): Entry<R, Row> {
    return { time: Date.parse(record.createdAt), record, row: Object.freeze(this.#kind.row(record)) }
  }

  #text(entry: Entry<R, Row> | undefined): string {
    return entry ? this.#kind.searched(entry.record).toLowerCase() : ''
  }

  /** Where the entry is or belongs: the first place that nothing before it in order holds. */
  #position({ time, record: { id } }: Entry<R, Row>): number {
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
    const name = where && key === undefined ? undefined : `${key ?? ''}\n${word}`
    const known = name === undefined ? undefined : this.#found.get(name)
    if (known) return known
    const holding = word === '' ? downFrom(this.size) : this.#texts.find(word)
    const found = where ? holding.filter((at) => fits(this.#entries[at], where)) : holding
    if (name !== undefined) this.#keep(name, found)
    return found
  }

  #keep(name: string, found: number[]): void {
    const oldest = this.#found.keys().next()
    if (this.#found.size === mostFound && !oldest.done) this.#found.delete(oldest.value)
    this.#found.set(name, found)
  }
}

const downFrom = (count: number): number[] => Array.from({ length: count }, (_, i) => count - 1 - i)

const fits = <R extends Stored, Row>(entry: Entry<R, Row> | undefined, where: (record: Readonly<R>) => boolean): boolean =>
  entry !== undefined && where(entry.record)
