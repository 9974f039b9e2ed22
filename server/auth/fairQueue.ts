/** Runs one piece of work at a time, by turns among keys: whoever queues a lot delays mostly itself. */
export interface FairQueue {
  /** Rejects with what `full` returns when there is no place left. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

interface Limits {
  perKey: number
  inAll: number
  full: () => Error
}

interface Waiting {
  start(): void
  refuse(error: Error): void
}

export function createFairQueue({ perKey, inAll, full }: Limits): FairQueue {
  /** By key; the key whose turn is next comes first. */
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

  /** Of the key that has the most waiting, the last loses its place to a key that has fewer. False when there is no such key. */
  const makePlace = (own: number): boolean => {
    let longest: Waiting[] = []
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue
    if (longest.length <= own + 1) return false
    longest.pop()?.refuse(full())
    count--
    return true
  }

  return {
    async run(key, work) {
      if (busy) {
        const queue = queues.get(key) ?? []
        if (queue.length >= perKey || (count >= inAll && !makePlace(queue.length))) throw full()
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
