import { lastOf } from './lastOf.ts'
/** Time, as the slides see it. */
export interface Clock {
  now(): number
  /** Runs it once, later; gives the way to call it off. */
  after(ms: number, run: () => void): () => void
}

const browserClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Why the slides do not go on by themselves. They do once there is no reason left. */
export type PauseReason = 'hover' | 'focus' | 'hidden' | 'motion' | 'drag' | 'fits' | 'user'

export interface Shown {
  index: number
  /** Goes on by itself at present. */
  running: boolean
  /** Stopped by the visitor. */
  stopped: boolean
}

export interface Slides {
  readonly count: number
  /** Where the strip belongs, counted in slides and on without end both ways, so the short way round stays short; whole at rest. */
  readonly position: number
  readonly dragging: boolean
  /** The same object until something in it changes. */
  shown(): Shown
  /** Hears of every change, also of `position`. The slides go on by themselves only while someone listens. */
  subscribe(listener: () => void): () => void
  next(): void
  previous(): void
  goTo(index: number): void
  pause(reason: PauseReason): void
  resume(...reasons: PauseReason[]): void
  /** From where the pointer is, with the width of a slide, and where the strip is drawn just then. */
  dragStart(x: number, width: number, at?: number): void
  dragMove(x: number): void
  dragEnd(): void
}

interface Options {
  count: number
  /** Milliseconds between slides; they go on by themselves only with it. */
  every?: number | undefined
  start?: number
  clock?: Clock
}

/** A slide pulled this far, or let go this fast (in pixels a millisecond, lately), goes. */
const farEnough = 0.2
const fastEnough = 0.3
const latelyMs = 100

/** A ring of slides: which is shown, and when the next one comes. It knows no page. */
export function createSlides({ count, every, start = 0, clock = browserClock }: Options): Slides {
  const reasons = new Set<PauseReason>()
  const listeners = new Set<() => void>()
  let position = start
  let drag: { x: number; width: number; at: number; trail: { x: number; t: number }[] } | undefined
  let cancel: (() => void) | undefined
  let shown: Shown = { index: wrapped(start, count), running: false, stopped: false }

  const runs = (): boolean => every !== undefined && count > 1 && reasons.size === 0 && listeners.size > 0

  /** Every change starts the full interval anew. */
  function changed(): void {
    cancel?.()
    cancel = every !== undefined && runs() ? clock.after(every, () => step(1)) : undefined
    const index = drag ? shown.index : wrapped(position, count)
    const [running, stopped] = [runs(), reasons.has('user')]
    if (index !== shown.index || running !== shown.running || stopped !== shown.stopped) shown = { index, running, stopped }
    for (const listener of [...listeners]) listener()
  }

  function step(by: number): void {
    if (drag || count < 2) return
    position += by
    changed()
  }

  const slides: Slides = {
    count,
    get position() {
      return position
    },
    get dragging() {
      return drag !== undefined
    },
    shown: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) changed()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) changed()
      }
    },
    next: () => step(1),
    previous: () => step(-1),
    goTo(index) {
      const way = wrapped(index - position, count)
      step(way > count / 2 ? way - count : way)
    },
    pause(reason) {
      if (reasons.has(reason)) return
      reasons.add(reason)
      changed()
    },
    resume(...given) {
      const ended = given.filter((reason) => reasons.delete(reason))
      if (ended.length > 0) changed()
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
      drag.trail = [...drag.trail.filter((past) => t - past.t <= latelyMs), { x, t }]
      position = drag.at - (x - drag.x) / drag.width
      changed()
    },
    dragEnd() {
      if (!drag) return
      const moved = position - drag.at
      const rest = moved - Math.trunc(moved)
      const speed = speedOf(drag.trail, clock.now())
      const goes = Math.abs(speed) >= fastEnough ? Math.sign(-speed) === Math.sign(rest) : Math.abs(rest) >= farEnough
      position = Math.round(drag.at) + Math.trunc(moved) + (goes ? Math.sign(rest) : 0)
      drag = undefined
      slides.resume('drag')
    },
  }
  return slides
}

/** Into 0 … count - 1. */
const wrapped = (index: number, count: number): number => (count > 0 ? ((Math.round(index) % count) + count) % count : 0)

/** Of the last moments before letting go; a finger that has come to rest has none. */
function speedOf(trail: readonly { x: number; t: number }[], now: number): number {
  const recent = trail.filter(({ t }) => now - t <= latelyMs)
  const [first, last] = [recent[0], lastOf(recent)]
  return first && last && now > first.t ? (last.x - first.x) / (now - first.t) : 0
}
