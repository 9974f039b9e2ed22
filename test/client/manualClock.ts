/** A clock that a test moves by hand; what is due runs in order. */
export function manualClock(start = 0) {
  let now = start
  let due: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    after(ms: number, run: () => void): () => void {
      const entry = { at: now + ms, run }
      due.push(entry)
      return () => void (due = due.filter((each) => each !== entry))
    },
    /** How many timers are pending. */
    pending: () => due.length,
    pass(ms: number): void {
      const end = now + ms
      for (;;) {
        const next = due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        due = due.filter((each) => each !== next)
        now = next.at
        next.run()
      }
      now = end
    },
  }
}
