import type { EditorDocument } from './document.ts'
import type { EditorSelection } from './selection.ts'
import { copyOf } from './text/selectionMarkers.ts'
import { outsidePictures } from './text/media.ts'
import { type PendingMarks, type Status, statusAt } from './text/status.ts'

export type ToolbarStatus = ReturnType<typeof createToolbarStatus>

export interface ToolbarState extends Status {
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** What the toolbar shows, and the marks chosen for the text typed next. */
export function createToolbarStatus(root: HTMLElement, { count: countOf, history }: EditorDocument, selection: EditorSelection) {
  const listeners = new Set<() => void>()
  let shownFor = selection.points()
  let state: ToolbarState
  let count = 0
  let outside: readonly string[] = []

  return {
    pending: undefined as PendingMarks | undefined,
    /** The same object until the toolbar has something else to show. */
    state: () => state,
    count: () => count,
    /** The addresses of pictures on other sites; the same list until another is there. */
    outside: () => outside,
    isOutdated: () => selection.hasMovedFrom(shownFor),
    refresh(): void {
      shownFor = copyOf(selection.points())
      const next: ToolbarState = { ...statusAt(root, shownFor, this.pending), canUndo: history.canUndo(), canRedo: history.canRedo() }
      const before = [state, count, outside]
      if (!state || !isSameState(state, next)) state = next
      count = countOf()
      const addresses = [...new Set(outsidePictures(root).map((image) => image.getAttribute('src') ?? ''))]
      if (addresses.join('\n') !== outside.join('\n')) outside = addresses
      if ([state, count, outside].every((each, index) => each === before[index])) return
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const isSameState = (one: ToolbarState, other: ToolbarState): boolean =>
  [...one.marks].join() === [...other.marks].join() &&
    (Object.keys(one) as (keyof ToolbarState)[]).every((key) => key === 'marks' || one[key] === other[key])
