/** The frames of a screen, and the time. */
export interface Frames {
  now(): number
  /** Runs it with the next frame; gives the way to call it off. */
  next(run: () => void): () => void
}

const browserFrames: Frames = {
  now: () => performance.now(),
  next(run) {
    const frame = requestAnimationFrame(run)
    return () => cancelAnimationFrame(frame)
  },
}

/** Sets off at once and comes to rest gently. */
export const easeOut = (part: number): number => 1 - (1 - part) ** 3
/** Almost there early, and long in arriving. */
export const easeOutLong = (part: number): number => (part >= 1 ? 1 : (1 - 2 ** (-9 * part)) / (1 - 2 ** -9))

interface Options {
  from: number
  to: number
  ms: number
  /** Given every value on the way, the last of them exactly `to`; at once when there is no time to take. */
  step(value: number): void
  ease?: (part: number) => number
  frames?: Frames
}

/** Goes from one number to another, frame by frame; gives the way to stop it where it is. */
export function tween({ from, to, ms, step, ease = easeOut, frames = browserFrames }: Options): () => void {
  if (ms <= 0 || from === to) {
    step(to)
    return () => {}
  }
  const began = frames.now()
  const draw = (): void => {
    const part = (frames.now() - began) / ms
    if (part < 1) cancel = frames.next(draw)
    step(part < 1 ? from + (to - from) * ease(Math.max(0, part)) : to)
  }
  let cancel = frames.next(draw)
  return () => cancel()
}
