import { Children, type ReactNode, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { LinkButton } from '../ui/buttons.tsx'
import { useMenu } from '../ui/useMenu.ts'

interface Props {
  /** What the row is called. */
  row: string
  first: ReactNode
  children: ReactNode
}

/** The buttons of a row; all but the first are in a menu, and without others there is none. */
export function RowActions({ row, first, children }: Props) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const onKeyDown = useMenu(open, box, () => setOpen(false))
  const rest = Children.toArray(children)
  const focusMore = (): void => more.current?.focus()
  return (
    <div className="row-actions">
      {first}
      {rest.length > 0 && (
        <LinkButton
          ref={more} className="row-more" aria-label={`更多操作：${row}`} aria-expanded={open} title="更多操作"
          onClick={() => {
            // Safari does not by itself.
            focusMore()
            setOpen(!open)
          }}
        >
          …
        </LinkButton>
      )}
      {open && createPortal(
        <div
          className="row-menu menu card" ref={box} style={placeBeside(more.current)} onKeyDown={onKeyDown}
          // A dialog that opens in a moment gives the focus back to what has it now, which must not be hidden by then.
          onClick={() => {
            focusMore()
            setOpen(false)
            // A row that is moved loses the focus.
            requestAnimationFrame(() => document.activeElement === document.body && focusMore())
          }}
        >
          {rest}
        </div>,
        document.body,
      )}
    </div>
  )
}

/** Below the button, or above it in the lower half of the window. */
function placeBeside(button: HTMLElement | null) {
  const { top = 0, bottom = 0, right = 0 } = button?.getBoundingClientRect() ?? {}
  return { right: innerWidth - right, ...(bottom > innerHeight / 2 ? { bottom: innerHeight - top } : { top: bottom }) }
}
