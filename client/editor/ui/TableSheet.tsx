import { useRef } from 'react'
import { tableItems } from './contextBars.tsx'
import { EditorIcon } from '../EditorIcon.tsx'
import type { EditorContext } from './tools.ts'

/** On a phone the table tools are a sheet from below, opened on request: a bar would cover the lines being written. */
export function TableSheet({ context }: { context: EditorContext }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { surface } = context
  const close = (): void => dialog.current?.close()

  const act = (button: HTMLElement, run: () => void): void => {
    // Closed first to return the focus: a tool works on the selection in the text.
    close()
    run()
    if (!surface.state().table) return
    dialog.current?.showModal()
    button.focus()
  }
  return (
    <>
      <button type="button" className="editor-sheet-opener" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        <EditorIcon name="table" />
        表格工具
      </button>
      <dialog
        ref={dialog}
        className="editor-sheet"
        aria-label="表格工具"
        // An Escape here must not reach the editor or the form around it.
        onKeyDown={(event) => event.stopPropagation()}
        onClick={({ target }) => target === dialog.current && close()}
      >
        {tableItems(context).map(({ name, run }) => (
          <button key={name} type="button" onClick={(event) => act(event.currentTarget, run)}>
            {name}
          </button>
        ))}
        <button type="button" onClick={close}>
          完成
        </button>
      </dialog>
    </>
  )
}
