import { browserClock, type Clock } from './clock.ts'
import { lastOf } from './lastOf.ts'
import { createListeners } from './listeners.ts'

/** Why the slides do not advance by themselves. Without a reason they do. */
type PauseReason = 'hover' | 'focus' | 'hidden' | 'motion' | 'drag' | 'fits' | 'user'

export interface SlidesState {
  index: number
  /** It advances by itself at present. */
  running: boolean
  /** The visitor has paused it. */
  stopped: boolean
}

export interface Slides {
  readonly count: number
  /**
   * The target position in slides, unbounded in both directions, so that the strip moves the short way round; an integer when nothing
   * moves.
   */
  readonly position: number
  readonly dragging: boolean
  /** The same object until something in it changes. */
  state(): SlidesState
  /**
   * Listens to every change, also of `position`. The slides advance by themselves only while someone listens. Returns an unsubscribe
   * function.
   */
  subscribe(listener: () => void): () => void
  next(): void
  previous(): void
  goTo(index: number): void
  pause(reason: PauseReason): void
  resume(...reasons: PauseReason[]): void
  /** From the pointer's x, with the width of a slide and the position at which the strip is drawn at that moment. */
  dragStart(x: number, width: number, at?: number): void
  dragMove(x: number): void
  dragEnd(): void
}

interface SlidesOptions {
  count: number
  /** Milliseconds between slides; they advance by themselves only with it. */
  intervalMs?: number | undefined
  start?: number
  clock?: Clock
}

/** A slide that was dragged by this share of its width, or released at this speed (pixels in a millisecond), leaves. */
const minShare = 0.2
const minSpeed = 0.3
/** The speed is measured over this time before the release. */
const recentMs = 100

/**
 * A ring of slides: which is shown, and when the next one is due. Independent of the DOM. One function, since everything in it shares the
 * position and the reasons to pause.
 */
export function createSlides({ count, intervalMs, start = 0, clock = browserClock }: SlidesOptions): Slides {
  const reasons = new Set<PauseReason>()
  const listeners = createListeners({ onFirst: emitChange, onLast: emitChange })
  let position = start
  let drag: { x: number; width: number; at: number; trail: { x: number; t: number }[] } | undefined
  let cancel: (() => void) | undefined
  let state: SlidesState = { index: wrap(start, count), running: false, stopped: false }

  const isRunning = (): boolean => intervalMs !== undefined && count > 1 && reasons.size === 0 && listeners.any()

  /** Every change restarts the interval. */
  function emitChange(): void {
    cancel?.()
    cancel = intervalMs !== undefined && isRunning() ? clock.after(intervalMs, () => step(1)) : undefined
    const index = drag ? state.index : wrap(position, count)
    const running = isRunning()
    const stopped = reasons.has('user')
    if (index !== state.index || running !== state.running || stopped !== state.stopped)
      state = { index, running, stopped }
    listeners.emit()
  }

  function step(by: number): void {
    if (drag || count < 2) return
    position += by
    emitChange()
  }

  const slides: Slides = {
    count,
    get position() {
      return position
    },
    get dragging() {
      return drag !== undefined
    },
    state: () => state,
    subscribe: listeners.subscribe,
    next: () => step(1),
    previous: () => step(-1),
    goTo(index) {
      const forward = wrap(index - position, count)
      step(forward > count / 2 ? forward - count : forward)
    },
    pause(reason) {
      if (reasons.has(reason)) return
      reasons.add(reason)
      emitChange()
    },
    resume(...ended) {
      const deleted = ended.filter((reason) => reasons.delete(reason))
      if (deleted.length > 0) emitChange()
    },
    dragStart(x, width, at = position) {
      if (drag || count < 2 || !(width > 0)) return
      drag = { x, width, at, trail: [{ x, t: clock.now() }] }
      position = at
      slides.pause('drag')
    },
    dragMove(x) {
      if (!drag) return
      const t = clock.now()
      drag.trail = [...drag.trail.filter((point) => t - point.t <= recentMs), { x, t }]
      position = drag.at - (x - drag.x) / drag.width
      emitChange()
    },
    dragEnd() {
      if (!drag) return
      const moved = position - drag.at
      const rest = moved - Math.trunc(moved)
      const speed = speedOf(drag.trail, clock.now())
      const leaves = Math.abs(speed) >= minSpeed ? Math.sign(-speed) === Math.sign(rest) : Math.abs(rest) >= minShare
      position = Math.round(drag.at) + Math.trunc(moved) + (leaves ? Math.sign(rest) : 0)
      drag = undefined
      slides.resume('drag')
    },
  }
  return slides
}

/** Returns an index from 0 to `count` - 1. */
const wrap = (index: number, count: number): number => (count > 0 ? ((Math.round(index) % count) + count) % count : 0)

/** The speed at the release; 0 for a finger that had stopped before. */
function speedOf(trail: readonly { x: number; t: number }[], now: number): number {
  const recent = trail.filter(({ t }) => now - t <= recentMs)
  const first = recent[0]
  const last = lastOf(recent)
  return first && last && now > first.t ? (last.x - first.x) / (now - first.t) : 0
}
