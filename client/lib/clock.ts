/** Time, injected so that tests can advance it. */
export interface Clock {
  now(): number
  /** Runs it once, later; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

export const browserClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
