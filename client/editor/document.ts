import type { EditorSelection } from './selection.ts'
import { createContentCache } from './text/contentCache.ts'
import { createHistory } from './text/history.ts'
import { normalizeSelection } from './text/normalizeSelection.ts'
import { moveOutOfPlaceholder } from './text/placeholders.ts'
import { allowedFragment } from './text/read.ts'
import { type Command, findMarkers, insertMarkers, type Points, removeMarkers } from './text/selectionMarkers.ts'
import { hasSameContent, isSameSnapshot, type Snapshot } from './text/write.ts'

export type EditorDocument = ReturnType<typeof createDocument>

/** The content and its history. */
export function createDocument(root: HTMLElement, selection: EditorSelection) {
  const content = createContentCache(root)
  const history = createHistory()
  const snapshot = (): Snapshot => content.snapshot(selection.points())

  /** Returns the selection after the command. */
  function apply(command: Command): Points {
    const markers = insertMarkers(selection.points())
    normalizeSelection(root, markers)
    moveOutOfPlaceholder(markers)
    command(markers, root)
    content.normalize()
    normalizeSelection(root, markers)
    const points = removeMarkers(markers)
    selection.selectWithoutFocus(points)
    return points
  }
  function restore(old: Snapshot): void {
    content.restore(old)
    const markers = findMarkers(root)
    // Selected in the page at once: the browser's selection takes precedence over the remembered one.
    if (markers) selection.select(removeMarkers(markers))
  }

  return {
    ...content,
    history,
    snapshot,
    apply,
    restore,
    load(html: string): void {
      root.replaceChildren(allowedFragment(html))
      content.normalize()
      history.clear()
    },
    /** Runs a command as one step that can be undone. */
    run(command: Command): void {
      const [before, withoutSelection] = [snapshot(), content.snapshot()]
      apply(command)
      if (!isSameSnapshot(content.snapshot(), withoutSelection)) history.push(before)
    },
    /** Runs a command on an older snapshot; undo leads to what is there now. */
    replaceFrom(old: Snapshot, command: Command): void {
      const now = snapshot()
      restore(old)
      apply(command)
      history.push(now)
    },
    /** Whether nothing but the selection has changed. */
    isUnchangedSince: (old: Snapshot): boolean => hasSameContent(old, content.snapshot()),
  }
}
