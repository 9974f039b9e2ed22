import { setImmediate as nextTurn } from 'node:timers/promises'

/** Other requests wait no longer than this. */
const sliceMs = 4

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
