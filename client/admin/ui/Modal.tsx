import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { AdminIcon, type AdminIconName, IconButton, LinkButton } from './buttons.tsx'
import { addOpenDialog } from './topDialog.ts'

interface Props {
  title: string
  /** On a wide screen, such as '72%'; on a narrow one the dialog has the full width. */
  width: string
  open: boolean
  /** Called for Esc, the close button and the back key of a phone. It may refuse by leaving `open` as it is. */
  onClose(): void
  children: ReactNode
  footer?: ReactNode
  /** Buttons in the header, before the close button. */
  tools?: ReactNode
  /** It has the full height, which its content divides; on a phone it fills the screen. */
  tall?: boolean
  /** It cannot be closed now. */
  busy?: boolean
}

/** A native modal dialog: the browser keeps the focus inside. Its content is mounted only while it is open. */
export function Modal({ title, width, open, onClose, children, footer, tools, tall = false, busy = false }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useShowModal(element, open)
  if (!open) return null
  const onCancel = (event: SyntheticEvent): void => {
    // A file chooser inside emits the same event.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    if (!busy) onClose()
  }
  return (
    <dialog
      className={`modal card${tall ? ' tall' : ''}`}
      ref={element}
      style={{ '--width': width } as CSSProperties}
      aria-labelledby={heading}
      onCancel={onCancel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
        // A dialog that was opened from this one handles its own Esc.
        if (event.target instanceof Element && event.target.closest('dialog') !== element.current) return
        event.preventDefault()
        event.stopPropagation()
        if (!busy) onClose()
      }}
      onClose={(event) => {
        // At a second Esc a browser closes it without a cancel event; the owner still decides.
        if (event.target !== event.currentTarget || element.current?.open !== false) return
        element.current.showModal()
        if (!busy) onClose()
      }}
    >
      <header className="modal-head row loose">
        <h2 id={heading}>{title}</h2>
        {tools}
        <IconButton icon="close" label="关闭" disabled={busy} onClick={onClose} />
      </header>
      <div className="modal-body fill scroll" tabIndex={-1}>
        {children}
      </div>
      {footer && <footer className="modal-foot">{footer}</footer>}
    </dialog>
  )
}

/** A button in the header of a dialog; on a phone its icon alone. */
export function ModalTool({
  icon,
  label,
  disabled,
  onClick,
}: {
  icon: AdminIconName
  label: string
  disabled: boolean
  onClick(): void
}) {
  return (
    <LinkButton className="row tight" aria-label={label} aria-disabled={disabled} onClick={() => disabled || onClick()}>
      <AdminIcon name={icon} />
      <span className="phone-hidden">{label}</span>
    </LinkButton>
  )
}

/** Shows the dialog while it is open, and then gives the focus and the caret back. */
function useShowModal(element: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useLayoutEffect(() => {
    const dialog = element.current
    if (!open || !dialog) return
    const before = document.activeElement
    const selection = getSelection()
    const caret =
      before instanceof HTMLElement && before.isContentEditable && selection?.rangeCount
        ? selection.getRangeAt(0).cloneRange()
        : undefined
    // While the caret is in a text behind a dialog, Chromium goes through all of the text in every frame: 40 ms at 100,000 characters.
    // Without one, this would have the browser lay out the page once more.
    if (caret) selection?.removeAllRanges()
    dialog.showModal()
    // The browser would focus the close button.
    const target =
      dialog.querySelector<HTMLElement>('[autofocus], [data-autofocus]') ?? dialog.querySelector<HTMLElement>(fields)
    target?.focus()
    const removeOpenDialog = addOpenDialog(dialog)
    return () => {
      removeOpenDialog()
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      if (caret) {
        // The focus has put a caret at the start.
        selection?.removeAllRanges()
        selection?.addRange(caret)
      }
    }
  }, [open])
}

const fields =
  '.modal-body :is(input, textarea, select, [contenteditable=true], button, a[href]):not(:disabled):not([readonly]):not([hidden]), .modal-foot button'
