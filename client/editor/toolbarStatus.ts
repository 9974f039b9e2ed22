import type { EditorDocument } from './document.ts'
import type { EditorSelection } from './selection.ts'
import { copyOf } from './text/selectionMarkers.ts'
import { type PendingMarks, type Status, statusAt } from './text/status.ts'

export type EditorStatus = ReturnType<typeof createStatus>

export interface State extends Status {
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** What the toolbar shows, and the marks chosen for the next letters. */
export function createStatus(root: HTMLElement, { count: countOf, history }: EditorDocument, selection: EditorSelection) {
  const listeners = new Set<() => void>()
  let shownFor = selection.points()
  let state: State
  let count = 0

  return {
    pending: undefined as PendingMarks | undefined,
    /** The same object until the toolbar has something else to show. */
    state: () => state,
    count: () => count,
    isOutdated: () => selection.hasMovedFrom(shownFor),
    refresh(): void {
      shownFor = copyOf(selection.points())
      const next: State = { ...statusAt(root, shownFor, this.pending), canUndo: history.canUndo(), canRedo: history.canRedo() }
      const before = [state, count]
      if (!state || !isSameState(state, next)) state = next
      count = countOf()
      if (state === before[0] && count === before[1]) return
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const isSameState = (one: State, other: State): boolean =>
  [...one.marks].join() === [...other.marks].join() && (Object.keys(one) as (keyof State)[]).every((key) => key === 'marks' || one[key] === other[key])
