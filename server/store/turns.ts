/** Work on one id goes in the order it was asked for; work on different ids goes side by side. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>()

  take<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(id)
    const result = before ? before.then(work) : work()
    const last: Promise<void> = result.then(
      () => this.#leave(id, last),
      // Whoever asked is told; the next in line goes on.
      () => this.#leave(id, last),
    )
    this.#last.set(id, last)
    return result
  }

  /** Waits until nobody is in line. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values())
  }

  #leave(id: string, last: Promise<void>): void {
    if (this.#last.get(id) === last) this.#last.delete(id)
  }
}
