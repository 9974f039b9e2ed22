import { inSlices } from '../system/timeSlices.ts'

/** An array that stays sorted. No two entries may compare as equal. */
export class SortedEntries<E> {
  readonly compare: (a: E, b: E) => number
  readonly #entries: E[]
  /** Resolves when `fill` has ended. */
  filled: Promise<void> = Promise.resolve()

  constructor(compare: (a: E, b: E) => number, sorted: E[] = []) {
    this.compare = compare
    this.#entries = sorted
  }

  /** Do not hold it across an await. */
  get entries(): readonly E[] {
    return this.#entries
  }

  /** Adds entries in slices, between which requests are answered. What was removed meanwhile is not added. */
  fill(entries: Iterable<E>, isCurrent: (entry: E) => boolean): void {
    this.filled = lastFill.then(() =>
      inSlices(entries, (entry) => {
        if (isCurrent(entry)) this.add(entry)
      }),
    )
    lastFill = this.filled.catch(() => {})
  }

  add(entry: E): void {
    this.#entries.splice(this.position(entry), 0, entry)
  }

  remove(entry: E): void {
    const index = this.position(entry)
    if (this.#entries[index] === entry) this.#entries.splice(index, 1)
  }

  /** The index at which the entry is, or would be inserted. */
  position(entry: E): number {
    return positionIn(this.#entries, entry, this.compare)
  }
}

/** The index at which a sorted list has the entry, or would have it. */
export function positionIn<E>(entries: readonly E[], entry: E, compare: (a: E, b: E) => number): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = entries[middle]
    if (other !== undefined && compare(other, entry) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** One at a time in the process, or the slices of several would add up. */
let lastFill: Promise<void> = Promise.resolve()
