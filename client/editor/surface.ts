import { createDocument } from './document.ts'
import { createSelection } from './selection.ts'
import type { Command } from './text/selectionMarkers.ts'
import type { Snapshot } from './text/write.ts'
import { createToolbarStatus } from './toolbarStatus.ts'
import { createTyping } from './typing.ts'

export type Surface = ReturnType<typeof createSurface>

interface Hooks {
  onChange(html: string): void
  /** After every step, including those that leave the saved HTML as it was. */
  onEdit(): void
  /** After an undo or redo: pictures may have been uploaded since that snapshot. */
  onRestore(): void
}

/**
 * The element being edited: its document, its selection and the status for the toolbar. Handlers of keys and buttons call this. A
 * long factory, because its interface is long.
 */
export function createSurface(root: HTMLElement, { onChange, onEdit, onRestore }: Hooks) {
  const selection = createSelection(root)
  const content = createDocument(root, selection)
  const status = createToolbarStatus(root, content, selection)
  const { history, snapshot } = content
  let lastEmitted: string | undefined

  function emitChange(): void {
    const html = content.serialize()
    if (html !== lastEmitted) onChange((lastEmitted = html))
    onEdit()
    status.refresh()
  }
  function run(command: Command): void {
    content.run(command)
    status.pending = undefined
    emitChange()
  }
  /** Changes what an earlier step inserted, without adding a step. */
  function changeOutsideHistory(change: () => void): void {
    change()
    content.normalize()
    emitChange()
  }
  function restore(old: Snapshot | undefined): void {
    if (old === undefined) return
    content.restore(old)
    onRestore()
    content.normalize()
    selection.focus()
    selection.scrollIntoView()
    emitChange()
  }

  return {
    ...selection,
    ...createTyping({ content, selection, status, run, emitChange }),
    root,
    state: status.state,
    count: status.count,
    outside: status.outside,
    subscribe: status.subscribe,
    snapshot,
    isUnchangedSince: content.isUnchangedSince,
    html: content.serialize,
    run,
    undo: () => restore(history.undo(snapshot())),
    redo: () => restore(history.redo(snapshot())),
    load(html: string): void {
      if (html === lastEmitted) return
      lastEmitted = html
      content.load(html)
      status.refresh()
    },
    selectNode(node: Node): void {
      selection.selectNode(node)
      status.refresh()
    },
    selectContents(element: Element | null | undefined, edge?: 'start' | 'end'): void {
      if (selection.selectContents(element, edge)) status.refresh()
    },
    changeOutsideHistory,
    /** Changes other elements than the text being written, which goes on, as one step that can be undone. */
    changeBesideText(change: () => void): void {
      history.push(snapshot())
      changeOutsideHistory(change)
    },
    replaceFrom(old: Snapshot, command: Command): void {
      content.replaceFrom(old, command)
      emitChange()
    },
  }
}
