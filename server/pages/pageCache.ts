import type { ReadyPage } from './readyPage.ts'

const most = { pages: 2_000, bytes: 64 * 1_048_576 }

/**
 * Pages by the address they are known by, so that one asked for by that very address is found without taking it apart. Emptied
 * when the content's revision has moved; the longest there goes first when it is full.
 */
export class PageCache {
  readonly #revision: () => number
  readonly #pages = new Map<string, ReadyPage>()
  #of: number
  #bytes = 0

  constructor(revision: () => number) {
    this.#revision = revision
    this.#of = revision()
  }

  get(address: string): ReadyPage | undefined {
    this.#keepUp()
    return this.#pages.get(address)
  }

  /** Unless the content has moved on since the page was begun, at this revision. */
  put(address: string, page: ReadyPage, revision: number): void {
    this.#keepUp()
    if (revision !== this.#of || this.#pages.has(address)) return
    this.#pages.set(address, page)
    this.#bytes += page.weight
    for (const [oldest, { weight }] of this.#pages) {
      if (this.#pages.size <= most.pages && this.#bytes <= most.bytes) break
      this.#pages.delete(oldest)
      this.#bytes -= weight
    }
  }

  #keepUp(): void {
    const now = this.#revision()
    if (now === this.#of) return
    this.#of = now
    this.#pages.clear()
    this.#bytes = 0
  }
}
