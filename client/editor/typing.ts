import type { EditorDocument } from './document.ts'
import type { EditorSelection } from './selection.ts'
import { type MarkTag, setColour, setMark, toggleMark } from './text/marks.ts'
import { placeholderAt } from './text/placeholders.ts'
import { caretAt, type Command } from './text/selectionMarkers.ts'
import type { PendingMarks } from './text/status.ts'
import type { ToolbarStatus } from './toolbarStatus.ts'

interface Dependencies {
  content: EditorDocument
  selection: EditorSelection
  status: ToolbarStatus
  run(command: Command): void
  emitChange(): void
}

/** Text that the browser inserts by itself, its history, and the marks chosen for the text typed next. */
export function createTyping({ content, selection: { points, select, keep }, status, run, emitChange }: Dependencies) {
  const { history } = content

  function setPending(next: PendingMarks | undefined): void {
    status.pending = next
    history.endBurst()
    status.refresh()
  }
  /** Gives the text just typed the marks chosen for it. */
  function applyPending({ marks, colour }: PendingMarks, text: string): void {
    const { endContainer, endOffset } = points()
    if (endContainer.nodeType !== 3 || endOffset < text.length) return
    select({ startContainer: endContainer, startOffset: endOffset - text.length, endContainer, endOffset })
    const after = content.apply((markers, root) => {
      for (const [tag, on] of marks) setMark(tag, on)(markers, root)
      if (colour !== null) setColour(colour)(markers, root)
    })
    select(caretAt(after.endContainer, after.endOffset))
  }

  return {
    setPending,
    /** Toggles a mark on the selection, or, at a caret, for what is typed next. */
    toggleMark(tag: MarkTag): void {
      const { collapsed, marks } = status.state()
      if (!collapsed) return run(toggleMark(tag))
      const old = status.pending
      setPending({ marks: new Map(old?.marks).set(tag, !marks.has(tag)), colour: old ? old.colour : null })
    },
    setColour(colour: string | undefined): void {
      if (!status.state().collapsed) return run(setColour(colour))
      setPending({ marks: status.pending?.marks ?? new Map(), colour })
    },
    /** Browsers report a moved selection late, so every key checks it. */
    checkSelection(): void {
      if (status.isOutdated()) setPending(undefined)
    },
    /** Deletes what typing replaces, in one step with the text that follows. */
    replaceByTyping(command: Command): void {
      run(command)
      history.startBurst('type', Date.now())
    },
    /** Before the browser changes the content itself. */
    beforeTyping(kind: string): void {
      const { marks = new Map(), colour = null } = status.pending ?? {}
      // Text typed beside a placeholder does not become red.
      if (kind === 'type' && colour === null && placeholderAt(points())?.side) status.pending = { marks, colour: undefined }
      history.recordTyping(kind, Date.now(), content.snapshot)
    },
    /** After the browser has changed the content itself. */
    afterTyping(text: string | null): void {
      if (status.pending && text) applyPending(status.pending, text)
      status.pending = undefined
      const before = points()
      content.normalize()
      keep(before)
      emitChange()
    },
  }
}
