/** Runs work on one key in the order it was queued; work on different keys runs concurrently. */
export class KeyedQueue {
  /** By key: settles, and never rejects, when the last queued work has ended. */
  readonly #tails = new Map<string, Promise<void>>()

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#tails.get(key)
    const result = previous ? previous.then(work) : work()
    const remove = (): void => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key)
    }
    // The caller handles a rejection of `result`; the queue goes on.
    const tail: Promise<void> = result.then(remove, remove)
    this.#tails.set(key, tail)
    return result
  }

  /** Waits until nothing is queued. */
  async drain(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values())
  }
}
