/** Texts in the order of their records, some hundreds to a block. */
interface Block {
  size: number
  /** Made by the search that first needs it. */
  joined: Joined | undefined
}
interface Joined {
  text: string
  /** Where each text ends, its separator included. */
  ends: Uint32Array
}

/** Small, for a change costs the next search a block anew; large, for each costs every search a call. */
const usualSize = 256

/**
 * What searches look into: one long text for each few hundred records, since one search in it is several times faster than one
 * in each of theirs. It is told of every change, and asks for the texts themselves only when it joins them.
 */
export class JoinedTexts {
  readonly #textAt: (at: number) => string
  readonly #blocks: Block[] = []

  constructor(count: number, textAt: (at: number) => string) {
    this.#textAt = textAt
    for (let left = count; left > 0; left -= usualSize) this.#blocks.push({ size: Math.min(left, usualSize), joined: undefined })
  }

  /** There is a new text at this place; those from there on have moved up. */
  inserted(at: number): void {
    const { block, number, start } = this.#blockAt(at)
    // New records come at the end: what is before them stays joined.
    if (block === undefined || (block.size >= usualSize && at === start + block.size)) {
      this.#blocks.push({ size: 1, joined: undefined })
      return
    }
    block.size++
    block.joined = undefined
    if (block.size < 2 * usualSize) return
    block.size -= usualSize
    this.#blocks.splice(number, 0, { size: usualSize, joined: undefined })
  }

  changed(at: number): void {
    const { block } = this.#blockAt(at)
    if (block) block.joined = undefined
  }

  removed(at: number): void {
    const { block, number } = this.#blockAt(at)
    if (block === undefined) return
    block.size--
    block.joined = undefined
    if (block.size === 0) this.#blocks.splice(number, 1)
  }

  /** The places of the texts that hold the word, which must not be empty; the last first. */
  find(word: string): number[] {
    const found: number[] = []
    let end = this.#blocks.reduce((sum, { size }) => sum + size, 0)
    for (let number = this.#blocks.length - 1; number >= 0; number--) {
      const block = this.#blocks[number]
      if (block === undefined) continue
      end -= block.size
      block.joined ??= this.#join(end, block.size)
      const within = placesIn(block.joined, word)
      for (let i = within.length - 1; i >= 0; i--) found.push(end + (within[i] ?? 0))
    }
    return found
  }

  /** The block that a place is in; what is put after all of them belongs to the last. */
  #blockAt(at: number): { block: Block | undefined; number: number; start: number } {
    let start = 0
    let number = 0
    for (; number < this.#blocks.length - 1; number++) {
      const size = this.#blocks[number]?.size ?? 0
      if (at < start + size) break
      start += size
    }
    return { block: this.#blocks[number], number, start }
  }

  #join(from: number, size: number): Joined {
    const ends = new Uint32Array(size)
    const texts: string[] = []
    let end = 0
    for (let i = 0; i < size; i++) {
      const text = this.#textAt(from + i)
      texts.push(text)
      ends[i] = end += text.length + 1
    }
    return { text: texts.join('\n'), ends }
  }
}

function placesIn({ text, ends }: Joined, word: string): number[] {
  const places: number[] = []
  let place = 0
  for (let at = text.indexOf(word); at !== -1; ) {
    let end = ends[place] ?? Infinity
    while (end <= at) end = ends[++place] ?? Infinity
    // Whatever the separator is, the end of one text and the start of the next are no place.
    const within = at + word.length < end
    if (within) places.push(place)
    at = text.indexOf(word, within ? end : at + 1)
  }
  return places
}
