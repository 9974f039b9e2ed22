import { type CSSProperties, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { AdminIcon } from './AdminIcon.tsx'
import { enter } from './topDialog.ts'

interface Props {
  title: string
  /** Of a wide screen, such as '72%'; narrow ones give all they have. */
  width?: string
  open: boolean
  /** Asked for by Esc, by the cross and by the hand of the phone's back key; it may refuse by leaving `open` as it is. */
  onClose(): void
  children: ReactNode
  footer?: ReactNode
  /** Stand in the head, before the cross. */
  tools?: ReactNode
  /** It has all the height there is, and its content divides it; on a phone it fills the screen. */
  tall?: boolean
  /** It fills the window. */
  full?: boolean
  /** Work is under way: the cross rests. */
  busy?: boolean
}

/** A native modal dialog: the browser keeps the focus inside and gives it back. Its content lives only while it is open. */
export function Modal({ title, width, open, onClose, children, footer, tools, tall = false, full = false, busy = false }: Props) {
  const box = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useLayoutEffect(() => {
    const dialog = box.current
    if (!open || !dialog) return
    const before = document.activeElement
    const selection = getSelection()
    const caret = before instanceof HTMLElement && before.isContentEditable && selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : undefined
    dialog.showModal()
    // The cross stands first, but the hand wants the first field.
    const wanted = dialog.querySelector<HTMLElement>('[autofocus], [data-autofocus]') ?? dialog.querySelector<HTMLElement>(fields)
    wanted?.focus()
    const left = enter(dialog)
    return () => {
      left()
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      // What was pressed in here has taken the selection with it.
      if (caret) {
        selection?.removeAllRanges()
        selection?.addRange(caret)
      }
    }
  }, [open])

  if (!open) return null
  const ask = (event: SyntheticEvent): void => {
    // A file chooser inside sends its own.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    if (!busy) onClose()
  }
  const style = width === undefined ? undefined : ({ '--width': width } as CSSProperties)
  return (
    <dialog
      className={`modal${tall ? ' tall' : ''}${full ? ' full' : ''}`} ref={box} style={style} aria-labelledby={heading} onCancel={ask}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
        // One that was opened from in here has an Esc of its own.
        if (event.target instanceof Element && event.target.closest('dialog') !== box.current) return
        event.preventDefault()
        event.stopPropagation()
        if (!busy) onClose()
      }}
      onClose={(event) => {
        // A browser may close it unasked, at the second Esc; whether it goes is still the owner's to say.
        if (event.target !== event.currentTarget || box.current?.open !== false) return
        box.current.showModal()
        if (!busy) onClose()
      }}
    >
      <header className="modal-head">
        <h2 id={heading}>{title}</h2>
        {tools}
        <button type="button" className="icon-button" aria-label="关闭" disabled={busy} onClick={onClose}>
          <AdminIcon name="close" />
        </button>
      </header>
      <div className="modal-body">{children}</div>
      {footer && <footer className="modal-foot">{footer}</footer>}
    </dialog>
  )
}

const fields =
  '.modal-body :is(input, textarea, select, [contenteditable=true], button, a[href]):not(:disabled):not([readonly]):not([hidden]), .modal-foot button'
