import type { ReadyPage } from './readyPage.ts'

const limits = { pages: 2_000, bytes: 64 * 1_048_576 }

/**
 * Pages by normalized address, so that a request for exactly that address is served without parsing it. Cleared when the revision of
 * the content changes; evicts the oldest entries when full.
 */
export class PageCache {
  readonly #revision: () => number
  readonly #pages = new Map<string, ReadyPage>()
  #cachedRevision: number
  #bytes = 0

  constructor(revision: () => number) {
    this.#revision = revision
    this.#cachedRevision = revision()
  }

  get(address: string): ReadyPage | undefined {
    this.#clearIfOutdated()
    return this.#pages.get(address)
  }

  /** Does nothing if the content has changed since `revision`, at which the rendering began. */
  put(address: string, page: ReadyPage, revision: number): void {
    this.#clearIfOutdated()
    if (revision !== this.#cachedRevision || this.#pages.has(address)) return
    this.#pages.set(address, page)
    this.#bytes += page.bytes
    for (const [oldest, { bytes }] of this.#pages) {
      if (this.#pages.size <= limits.pages && this.#bytes <= limits.bytes) break
      this.#pages.delete(oldest)
      this.#bytes -= bytes
    }
  }

  #clearIfOutdated(): void {
    const current = this.#revision()
    if (current === this.#cachedRevision) return
    this.#cachedRevision = current
    this.#pages.clear()
    this.#bytes = 0
  }
}
