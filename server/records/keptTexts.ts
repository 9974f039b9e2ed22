import { getHeapStatistics } from 'node:v8'
import type { Stored } from '../store/kind.ts'

/** As searches compare them. */
export interface ComparedTexts {
  key: string
  /** The title and what it is also asked for as. */
  names: string
  /** Where in the text the facts begin. */
  factsAt: number
  /** Where the title has the word, nobody asks for it. */
  normal(): string
}

interface Place {
  /** The version of the settings by which they were made. */
  settings: string
  block: Uint8Array
  start: number
  /** In characters. */
  keyLength: number
  namesLength: number
  normalLength: number
  factsAt: number
  /** The last pass that has come by. */
  pass: number
}

const blockBytes = 1_048_576
/** Twelve bits for each character: a site has few more than 4000 different ones. A text with one too many is not kept. */
const mostCharacters = 4096
/** Two of them, where the text has an odd number as well. */
const bytesOf = (length: number): number => 3 * Math.ceil(length / 2)

/**
 * The texts of records, outside of the heap: a second copy in it leaves too little for everything else. They are added as they are read, as
 * long as there is room. What a record had before a change stays until so much of it is left that all are read anew.
 */
export class KeptTexts {
  readonly #maxBytes: number
  readonly #blockBytes: number
  #places = new WeakMap<Stored, Place>()
  #block = new Uint8Array()
  #used = 0
  #allocated = 0
  #written = 0
  #pass = 0
  #asked = 0
  /** By the code of a character its number, which is 0 for none; and back. */
  readonly #numbers = new Uint16Array(0x10000)
  readonly #characters = new Uint16Array(mostCharacters)
  #count = 0
  #unpacked = Buffer.alloc(8192)

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#blockBytes = Math.min(blockBytes, maxBytes)
  }

  get(record: Stored, settings: string): ComparedTexts | undefined {
    const place = this.#places.get(record)
    if (!place || place.settings !== settings) return undefined
    this.#note(place)
    const { block, start, keyLength, namesLength, normalLength, factsAt } = place
    const names = this.#unpack(block, start, namesLength)
    return {
      key: names.slice(0, keyLength),
      names,
      factsAt,
      normal: () => this.#unpack(block, start + bytesOf(namesLength), normalLength),
    }
  }

  keep(record: Stored, settings: string, texts: Omit<ComparedTexts, 'normal'> & { normal: string }): void {
    // Those of a preview are in no version.
    if (settings === '') return
    const { key, names, normal, factsAt } = texts
    const bytes = bytesOf(names.length) + bytesOf(normal.length)
    if (this.#used + bytes > this.#block.length) {
      const length = Math.max(this.#blockBytes, bytes)
      if (this.#allocated + length > this.#maxBytes) return
      this.#block = new Uint8Array(length)
      this.#used = 0
      this.#allocated += length
    }
    const start = this.#used
    if (!this.#pack(names, start) || !this.#pack(normal, start + bytesOf(names.length))) return
    this.#used += bytes
    this.#written += bytes
    const lengths = { keyLength: key.length, namesLength: names.length, normalLength: normal.length }
    const place = { settings, block: this.#block, start, ...lengths, factsAt, pass: -1 }
    this.#places.set(record, place)
    this.#note(place)
  }

  /** Before the texts of all records are asked for. */
  beginPass(): void {
    this.#pass++
    this.#asked = 0
  }

  /** After it: what was not asked for is not on the site any more. */
  endPass(): void {
    if (this.#written - this.#asked <= Math.max(this.#blockBytes, this.#asked / 8)) return
    this.#places = new WeakMap()
    this.#block = new Uint8Array()
    this.#used = 0
    this.#allocated = 0
    this.#written = 0
  }

  /** In bytes. */
  get size(): number {
    return this.#written
  }

  #note(place: Place): void {
    if (place.pass === this.#pass) return
    place.pass = this.#pass
    this.#asked += bytesOf(place.namesLength) + bytesOf(place.normalLength)
  }

  #pack(text: string, start: number): boolean {
    let at = start
    for (let index = 0; index < text.length; index += 2) {
      const first = this.#numberOf(text.charCodeAt(index))
      const second = index + 1 < text.length ? this.#numberOf(text.charCodeAt(index + 1)) : 0
      if (first === undefined || second === undefined) return false
      this.#block[at++] = first
      this.#block[at++] = (first >> 8) | (second << 4)
      this.#block[at++] = second >> 4
    }
    return true
  }

  #numberOf(code: number): number | undefined {
    const known = this.#numbers[code]
    if (known) return known
    if (this.#count + 1 === mostCharacters) return undefined
    this.#count++
    this.#numbers[code] = this.#count
    this.#characters[this.#count] = code
    return this.#count
  }

  #unpack(block: Uint8Array, start: number, length: number): string {
    if (this.#unpacked.length <= 2 * length) this.#unpacked = Buffer.alloc(4 * length)
    const unpacked = new Uint16Array(this.#unpacked.buffer)
    const characters = this.#characters
    const end = start + bytesOf(length)
    let index = 0
    for (let at = start; at < end; at += 3) {
      const both = (block[at] ?? 0) | ((block[at + 1] ?? 0) << 8) | ((block[at + 2] ?? 0) << 16)
      unpacked[index++] = characters[both & 0xfff] ?? 0
      unpacked[index++] = characters[both >> 12] ?? 0
    }
    return this.#unpacked.toString('utf16le', 0, 2 * length)
  }
}

/** A quarter of what the heap may have: enough for 100,000 records of 2 KB where that is half of 800 MB. */
export const keptTexts = new KeptTexts(getHeapStatistics().heap_size_limit / 4)
