/** Time, injected so that tests can advance it. */
export interface Clock {
  now(): number
  /** Calls `run` once, after so many milliseconds. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

export const browserClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
