import { setImmediate as nextTurn } from 'node:timers/promises'

/** Other requests wait no longer than this. */
const sliceMs = 4

/** Few enough that the save of somebody else is in the next batch or the one after. */
const partSize = 100

/** Writes something for each item, a part after the other. */
export async function inParts<T, R>(items: readonly T[], write: (item: T) => R | Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < items.length; from += partSize) {
    results.push(...await Promise.all(items.slice(from, from + partSize).map(write)))
    await nextTurn()
  }
  return results
}

/** Long work on the main thread, between whose steps other requests are answered. */
export async function inSlices<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  let end = performance.now() + sliceMs
  for (const item of items) {
    if (performance.now() > end) {
      await nextTurn()
      end = performance.now() + sliceMs
    }
    visit(item)
  }
}
