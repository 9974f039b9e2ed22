/** Runs one task at a time, taking turns between keys, so that a key with many tasks delays mostly itself. */
export interface FairQueue {
  /** Rejects with the error of `onFull` when the queue is full. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

interface Limits {
  maxPerKey: number
  maxTotal: number
  onFull: () => Error
}

interface Waiting {
  start(): void
  refuse(error: Error): void
}

export function createFairQueue({ maxPerKey, maxTotal, onFull }: Limits): FairQueue {
  /** By key; the first key is next. */
  const queues = new Map<string, Waiting[]>()
  let count = 0
  let busy = false

  const startNext = (): void => {
    busy = false
    for (const [key, queue] of queues) {
      const next = queue.shift()
      queues.delete(key)
      if (queue.length > 0) queues.set(key, queue)
      if (next === undefined) continue
      count--
      busy = true
      return next.start()
    }
  }

  /** Refuses the last task of the key with the most, in favour of a key with `ownLength`. Returns false if no key has more. */
  const evictFromLongest = (ownLength: number): boolean => {
    let longest: Waiting[] = []
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue
    if (longest.length <= ownLength + 1) return false
    longest.pop()?.refuse(onFull())
    count--
    return true
  }

  return {
    async run(key, work) {
      if (busy) {
        const queue = queues.get(key) ?? []
        if (queue.length >= maxPerKey || (count >= maxTotal && !evictFromLongest(queue.length))) throw onFull()
        queues.set(key, queue)
        count++
        await new Promise<void>((start, refuse) => queue.push({ start, refuse }))
      }
      busy = true
      try {
        return await work()
      } finally {
        startNext()
      }
    },
  }
}
