import { withoutEdges } from './write.ts'

/** What is typed without a longer pause is one step, up to this long. */
const pauseMs = 1000
const burstMs = 15_000
const most = 100

/** Drafts of the content as it was before each step. It knows nothing of the page, and a draft is to it a text. */
export function createHistory() {
  let past: string[] = []
  let future: string[] = []
  let burst: { kind: string; begun: number; last: number } | undefined

  /** What differs from `now` in more than the selection. */
  const takeOther = (from: string[], now: string): string | undefined => {
    while (from.length > 0) {
      const draft = from.pop()
      if (draft !== undefined && withoutEdges(draft) !== withoutEdges(now)) return draft
    }
    return undefined
  }

  return {
    /** Before a step: how things stand. */
    push(draft: string): void {
      burst = undefined
      past = [...past.slice(1 - most), draft]
      future = []
    },
    /** What is typed now belongs to the step just made, as when letters take the place of what was selected. */
    join(kind: string, time: number): void {
      burst = { kind, begun: time, last: time }
    },
    /** Before a keystroke. The draft is asked for only where a new burst begins. */
    type(kind: string, time: number, draft: () => string): void {
      const goesOn = burst?.kind === kind && time - burst.last < pauseMs && time - burst.begun < burstMs
      const begun = goesOn && burst ? burst.begun : time
      if (!goesOn) this.push(draft())
      burst = { kind, begun, last: time }
    },
    /** Ends a burst, as a click elsewhere does. */
    rest(): void {
      burst = undefined
    },
    undo(now: string): string | undefined {
      const draft = takeOther(past, now)
      if (draft !== undefined) future.push(now)
      burst = undefined
      return draft
    },
    redo(now: string): string | undefined {
      const draft = takeOther(future, now)
      if (draft !== undefined) past.push(now)
      burst = undefined
      return draft
    },
    clear(): void {
      past = []
      future = []
      burst = undefined
    },
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
  }
}
