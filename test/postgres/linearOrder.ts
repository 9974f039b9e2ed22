/** What a client did to one record, or has read of it. */
export interface Operation<S> {
  name: string
  /** When it was sent and answered. Without an answer it happened at any time since, or never. */
  from: number
  to: number | undefined
  /** It is seen by this one. */
  after?: Operation<S> | undefined
  /** The state after it; undefined where that cannot have been its answer. */
  next(state: S): S | undefined
}

/**
 * Looks for an order in which the operations, one at a time, give the answers that they had: each after all that were answered before it
 * was sent (Wing and Gong, with the places remembered that lead nowhere). Returns the longest that it finds, and whether it has all answers.
 */
export function linearOrder<S>(
  start: S,
  operations: readonly Operation<S>[],
): { order: Operation<S>[]; isComplete: boolean } {
  const sorted = [...operations].sort((a, b) => a.from - b.from)
  const numbers = new Map(sorted.map((operation, number) => [operation, number]))
  const leadsNowhere = new Set<string>()
  const path: Operation<S>[] = []
  let longest: Operation<S>[] = []

  const isPossible = (state: S, left: readonly Operation<S>[]): boolean => {
    const firstAnswer = Math.min(...left.map(({ to = Infinity }) => to))
    if (firstAnswer === Infinity) return true
    const place = JSON.stringify([state, left.map((operation) => numbers.get(operation))])
    if (leadsNowhere.has(place)) return false
    for (const operation of left) {
      if (operation.from > firstAnswer) break
      if (operation.after && left.includes(operation.after)) continue
      const next = operation.next(state)
      if (next === undefined) continue
      path.push(operation)
      if (path.length > longest.length) longest = [...path]
      if (
        isPossible(
          next,
          left.filter((other) => other !== operation),
        )
      )
        return true
      path.pop()
    }
    leadsNowhere.add(place)
    return false
  }

  const isComplete = isPossible(start, sorted)
  return { order: isComplete ? path : longest, isComplete }
}
