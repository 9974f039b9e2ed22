import { setImmediate as nextTurn } from 'node:timers/promises'

/** Other requests wait no longer than this. */
const sliceMs = 4

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
