import { timeSlices } from './timeSlices.ts'

const runLength = 64

/**
 * All entries of a collection in an order that takes long to compute, such as pinyin. It is built in slices, between which requests are
 * answered, and kept up to date by binary search afterwards.
 */
export class SortedOrder<E> {
  readonly #compare: (a: E, b: E) => number
  #sorted: E[] = []
  /** What changed while it was being built. */
  #missed: (() => void)[] | undefined = []
  /** Resolves once it can be read. */
  readonly ready: Promise<void>

  /** No two entries may compare as equal. */
  constructor(entries: readonly E[], compare: (a: E, b: E) => number) {
    this.#compare = compare
    const asOfNow = [...entries]
    this.ready = lastBuild.then(() => sortInSlices(asOfNow, compare)).then((sorted) => {
      this.#sorted = sorted
      const missed = this.#missed ?? []
      this.#missed = undefined
      for (const change of missed) change()
    })
    lastBuild = this.ready.catch(() => {})
  }

  /** Do not hold it across an await. */
  get entries(): readonly E[] {
    return this.#sorted
  }

  add(entry: E): void {
    if (this.#missed) this.#missed.push(() => this.add(entry))
    else this.#sorted.splice(this.#position(entry), 0, entry)
  }

  remove(entry: E): void {
    if (this.#missed) return void this.#missed.push(() => this.remove(entry))
    const at = this.#position(entry)
    if (this.#sorted[at] === entry) this.#sorted.splice(at, 1)
  }

  #position(entry: E): number {
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#sorted[middle]
      if (other !== undefined && this.#compare(other, entry) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Orders are built one at a time in the process, or the slices of several would add up. */
let lastBuild: Promise<void> = Promise.resolve()

/** A merge sort that pauses. */
async function sortInSlices<E>(items: E[], compare: (a: E, b: E) => number): Promise<E[]> {
  const slices = timeSlices()
  let from: E[] = []
  for (let at = 0; at < items.length; at += runLength) {
    from.push(...items.slice(at, at + runLength).sort(compare))
    if (slices.isOver()) await slices.pause()
  }
  let to = new Array<E>(from.length)
  for (let length = runLength; length < from.length; length *= 2) {
    for (let start = 0; start < from.length; start += 2 * length) {
      const middle = Math.min(start + length, from.length)
      const end = Math.min(start + 2 * length, from.length)
      let [left, right] = [start, middle]
      for (let at = start; at < end; at++) {
        const takesLeft = left < middle && (right >= end || compare(from[left] as E, from[right] as E) <= 0)
        to[at] = from[takesLeft ? left++ : right++] as E
        if (at % runLength === 0 && slices.isOver()) await slices.pause()
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
