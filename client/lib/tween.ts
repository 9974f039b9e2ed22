/** The frames of a screen, and the time; injected so that tests can draw them one by one. */
interface Frames {
  now(): number
  /** Calls `run` with the next frame. Returns a function that cancels it. */
  next(run: () => void): () => void
}

const browserFrames: Frames = {
  now: () => performance.now(),
  next(run) {
    const frame = requestAnimationFrame(run)
    return () => cancelAnimationFrame(frame)
  },
}

/** Fast at first, slowing down to the end. */
const easeOut = (progress: number): number => 1 - (1 - progress) ** 3
interface Options {
  from: number
  to: number
  ms: number
  /** Called with every value in between, and at the end with exactly `to`; at once when `ms` is 0. */
  step(value: number): void
  frames?: Frames
}

/** Steps from one number to another, frame by frame. Returns a function that stops it where it is. */
export function tween({ from, to, ms, step, frames = browserFrames }: Options): () => void {
  if (ms <= 0 || from === to) {
    step(to)
    return () => {}
  }
  const start = frames.now()
  const draw = (): void => {
    const progress = (frames.now() - start) / ms
    if (progress < 1) cancel = frames.next(draw)
    step(progress < 1 ? from + (to - from) * easeOut(Math.max(0, progress)) : to)
  }
  let cancel = frames.next(draw)
  return () => cancel()
}
