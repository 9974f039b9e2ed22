import { hasSameContent, type ContentSnapshot } from './write.ts'

/** Text typed without a longer pause is one step, up to this long. */
const pauseMs = 1000
const burstMs = 15_000
const maxSteps = 100

/** Keeps the content as it was before each step. */
export function createUndoHistory() {
  let past: ContentSnapshot[] = []
  let future: ContentSnapshot[] = []
  let burst: { kind: string; startedAt: number; lastAt: number } | undefined

  /** Returns the last snapshot that differs from `now` in more than the selection. */
  const step = (from: ContentSnapshot[], to: ContentSnapshot[], now: ContentSnapshot): ContentSnapshot | undefined => {
    burst = undefined
    for (let snapshot = from.pop(); snapshot; snapshot = from.pop()) {
      if (hasSameContent(snapshot, now)) continue
      to.push(now)
      return snapshot
    }
    return undefined
  }

  return {
    push(snapshot: ContentSnapshot): void {
      burst = undefined
      past = [...past.slice(1 - maxSteps), snapshot]
      future = []
    },
    /** What is typed now belongs to the last step, for example when it replaces the selection. */
    startBurst(kind: string, time: number): void {
      burst = { kind, startedAt: time, lastAt: time }
    },
    /** Before a keystroke. The snapshot is taken only where a new burst begins. */
    recordTyping(kind: string, time: number, snapshot: () => ContentSnapshot): void {
      const continues = burst?.kind === kind && time - burst.lastAt < pauseMs && time - burst.startedAt < burstMs
      const startedAt = continues && burst ? burst.startedAt : time
      if (!continues) this.push(snapshot())
      burst = { kind, startedAt, lastAt: time }
    },
    /** A click elsewhere, for example, ends a burst. */
    endBurst(): void {
      burst = undefined
    },
    undo: (now: ContentSnapshot) => step(past, future, now),
    redo: (now: ContentSnapshot) => step(future, past, now),
    clear(): void {
      past = []
      future = []
      burst = undefined
    },
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
  }
}
