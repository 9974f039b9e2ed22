/** More characters than these are not held a second time: 20 MB. */
const most = 10_000_000

/** Entries with their texts in one, which a search reads from end to end instead of one by one wherever they lie in memory. */
export class JoinedTexts<E extends { text: string }> {
  readonly #entries: readonly E[]
  readonly #joined: string
  /** Where the text of each entry ends in it. */
  readonly #ends: Uint32Array

  /** Of entries that do not change. Undefined where their texts are too long to be held twice. */
  static of<E extends { text: string }>(entries: readonly E[]): JoinedTexts<E> | undefined {
    const length = entries.reduce((sum, { text }) => sum + text.length + 1, 0)
    return length > most ? undefined : new JoinedTexts(entries)
  }

  private constructor(entries: readonly E[]) {
    this.#entries = entries
    this.#joined = entries.map(({ text }) => text).join('\n')
    this.#ends = new Uint32Array(entries.length)
    let end = -1
    for (const [index, { text }] of entries.entries()) this.#ends[index] = end += text.length + 1
  }

  /** In their order; of a word with a line feed also some that do not contain it. */
  containing(word: string): E[] {
    const entries: E[] = []
    let index = 0
    while (index < this.#entries.length) {
      const at = this.#joined.indexOf(word, this.#startOf(index))
      if (at === -1) break
      index = this.#indexAt(at, index)
      const entry = this.#entries[index]
      if (entry) entries.push(entry)
      index++
    }
    return entries
  }

  #startOf(index: number): number {
    return (this.#ends[index - 1] ?? -1) + 1
  }

  /** Which text a place is in: that of `first` or a later one. */
  #indexAt(at: number, first: number): number {
    let low = first
    let high = this.#entries.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ends[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return low
  }
}
