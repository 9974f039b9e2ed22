import { setImmediate as nextTurn } from 'node:timers/promises'

/** Other requests wait no longer than this. */
const sliceMs = 4

/** Few enough that the save of somebody else is in the next batch or the one after. */
const partSize = 100

/** Writes something for each item, a part after the other. */
export async function inParts<T, R>(items: readonly T[], write: (item: T) => R | Promise<R>): Promise<R[]> {
  const results: R[] = []
  const slices = timeSlices()
  for (let from = 0; from < items.length; from += partSize) {
    if (slices.isOver()) await slices.pause()
    results.push(...await Promise.all(items.slice(from, from + partSize).map(write)))
  }
  return results
}

/** For long work on the main thread: `await slices.pause()` between two of its steps whenever `slices.isOver()`. */
export function timeSlices(): { isOver(): boolean; pause(): Promise<void> } {
  let end = performance.now() + sliceMs
  return {
    isOver: () => performance.now() > end,
    async pause() {
      await nextTurn()
      end = performance.now() + sliceMs
    },
  }
}
