import { useRef } from 'react'
import { tableItems } from './contextBars.tsx'
import { EditorIcon } from '../EditorIcon.tsx'
import type { EditorContext } from './tools.ts'

/** On a phone the table tools are a sheet from below, opened on request: a bar would cover the lines being written. */
export function TableSheet({ context }: { context: EditorContext }) {
  const box = useRef<HTMLDialogElement>(null)
  const { surface } = context
  const close = (): void => box.current?.close()

  const act = (button: HTMLElement, run: () => void): void => {
    // Focus and selection go back to the text first: a tool works on what is selected.
    close()
    run()
    if (!surface.state().table) return
    box.current?.showModal()
    button.focus()
  }
  return (
    <>
      <button type="button" className="editor-sheet-opener" aria-haspopup="dialog" onClick={() => box.current?.showModal()}>
        <EditorIcon name="table" />
        表格工具
      </button>
      <dialog
        ref={box}
        className="editor-sheet"
        aria-label="表格工具"
        // An Escape here must not reach the editor or the form around it.
        onKeyDown={(event) => event.stopPropagation()}
        onClick={({ target }) => target === box.current && close()}
      >
        {tableItems(context).map(({ name, run: run }) => (
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
