/** A part of a comparison: what is in both, or what was removed and what replaced it. */
export type Hunk<T> = { same: readonly T[] } | { removed: readonly T[]; added: readonly T[] }

/** The search ends after this many steps, a few milliseconds; what is left then counts as replaced. */
const maxSteps = 300_000
const maxEdits = 600

/** What changed from one list to another, by the shortest edit script (Myers), as long as that is short. */
export function diff<T>(before: readonly T[], after: readonly T[], keyOf: (item: T) => string): Hunk<T>[] {
  const a = before.map(keyOf)
  const b = after.map(keyOf)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++

  const hunks: Hunk<T>[] = []
  const addSame = (from: number, to: number): void => {
    if (to > from) hunks.push({ same: after.slice(from, to) })
  }
  const addChange = (a0: number, a1: number, b0: number, b1: number): void => {
    if (a1 > a0 || b1 > b0) hunks.push({ removed: before.slice(a0, a1), added: after.slice(b0, b1) })
  }

  addSame(0, start)
  let atA = start
  let atB = start
  for (const run of matches(a.slice(start, a.length - end), b.slice(start, b.length - end))) {
    const inA = start + run.a
    const inB = start + run.b
    addChange(atA, inA, atB, inB)
    addSame(inB, inB + run.length)
    atA = inA + run.length
    atB = inB + run.length
  }
  addChange(atA, a.length - end, atB, b.length - end)
  addSame(b.length - end, b.length)
  return hunks
}

interface Match {
  /** Where the run begins in each list. */
  a: number
  b: number
  length: number
}

/** The runs that two lists share, in their order; none when they have too little in common. */
function matches(a: readonly string[], b: readonly string[]): Match[] {
  const max = Math.min(a.length + b.length, maxEdits)
  const reach = new Int32Array(2 * max + 2)
  const trace: Int32Array[] = []
  let steps = 0
  for (let edits = 0; edits <= max; edits++) {
    trace.push(reach.slice(max - edits, max + edits + 2))
    for (let k = -edits; k <= edits; k += 2) {
      let x = startOn(reach, max, edits, k)
      let y = x - k
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++
        y++
        steps++
      }
      reach[max + k] = x
      if (x >= a.length && y >= b.length) return traceBack(trace, edits, k, x)
      if (++steps > maxSteps) return []
    }
  }
  return []
}

/** How far diagonal `k` is reached with one more edit. */
function startOn(reach: Int32Array, middle: number, edits: number, k: number): number {
  const left = reach[middle + k - 1] ?? 0
  const right = reach[middle + k + 1] ?? 0
  return k === -edits || (k !== edits && left < right) ? right : left + 1
}

/** From the end back to the start. Each trace begins with diagonal -edits. */
function traceBack(trace: readonly Int32Array[], edits: number, k: number, x: number): Match[] {
  const runs: Match[] = []
  for (let left = edits; left >= 0; left--) {
    const reach = trace[left] as Int32Array
    const from = left === 0 ? 0 : startOn(reach, left, left, k)
    if (x > from) runs.unshift({ a: from, b: from - k, length: x - from })
    if (left === 0) break
    const down = k === -left || (k !== left && (reach[left + k - 1] ?? 0) < (reach[left + k + 1] ?? 0))
    k += down ? 1 : -1
    x = reach[left + k] ?? 0
  }
  return runs
}
