import type { Collection } from './store/collection.ts'
import { KeyedQueue } from './store/keyedQueue.ts'
import type { Stored } from './store/records.ts'

interface Counted {
  count: number
  /** When the last one was counted, in milliseconds. */
  lastMs: number
}

/** Counts per day in memory, and saves them as increments when flushed: other servers count into the same records. */
export function createDailyCounts<T extends Stored>(records: Collection<T, T>, withCount: (day: string, saved: T | undefined, counted: Counted) => T) {
  const unsaved = new Map<string, Counted>()
  const flushes = new KeyedQueue()

  const flushNow = async (): Promise<void> => {
    for (const [day, { count, lastMs }] of [...unsaved]) {
      await records.upsert(day, (saved) => withCount(day, saved, { count, lastMs }))
      // Counts that arrived during the save are saved the next time.
      const counted = unsaved.get(day)
      if (counted && counted.count > count) counted.count -= count
      else unsaved.delete(day)
    }
  }

  return {
    count(day: string, time: number): void {
      const counted = unsaved.get(day)
      if (!counted) unsaved.set(day, { count: 1, lastMs: time })
      else {
        counted.count++
        counted.lastMs = time
      }
    },
    /** The record of a day, including the counts that are not saved yet. */
    get(day: string): T | undefined {
      const counted = unsaved.get(day)
      return counted ? withCount(day, records.get(day), counted) : records.get(day)
    },
    unsavedDays: () => unsaved.keys(),
    flush: () => flushes.run('', flushNow),
  }
}
