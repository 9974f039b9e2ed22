import { setImmediate as turn } from 'node:timers/promises'

/** Other requests wait no longer than this. */
const sliceMs = 4

let lastTurn = Promise.resolve()
/** One slice a turn, however much long work there is. */
const nextTurn = (): Promise<void> => (lastTurn = lastTurn.then(() => turn()))

/** Long work on the main thread, between whose steps other requests are answered. */
export async function inSlices<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  for await (const _ of slicesOf(items, visit));
}

/** The same for work whose results are taken slice by slice; there is a turn between two, also where they are taken at once. */
export async function* slicesOf<T>(
  items: Iterable<T>,
  visit: (item: T) => void,
): AsyncGenerator<void, void, undefined> {
  let end = performance.now() + sliceMs
  for (const item of items) {
    if (performance.now() > end) {
      yield
      await nextTurn()
      end = performance.now() + sliceMs
    }
    visit(item)
  }
}
