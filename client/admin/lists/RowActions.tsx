import { type ReactNode, useRef, useState } from 'react'
import { useMenu } from '../ui/useMenu.ts'

interface Props {
  /** What the row is called. */
  row: string
  first: ReactNode
  children: ReactNode
}

/** The buttons of a row. Where rows are cards, all but the first are in a menu; without others there is none. */
export function RowActions({ row, first, children }: Props) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const onKeyDown = useMenu(open, box, () => setOpen(false))
  if (!children) return <div className="row-actions">{first}</div>
  return (
    <div
      className="row-actions" ref={box}
      onKeyDown={open ? (event) => {
        // The arrows of the table go from row to row.
        event.stopPropagation()
        onKeyDown(event)
      } : undefined}
    >
      {first}
      <button
        type="button" className="link row-more" ref={more} aria-label={`更多操作：${row}`} aria-expanded={open} onClick={() => setOpen(!open)}
      >
        更多
      </button>
      <div
        className={open ? 'row-menu menu card' : 'row-menu'}
        // A dialog that opens gives the focus back to what has it now, which must not be hidden by then.
        onClickCapture={() => {
          more.current?.focus()
          setOpen(false)
        }}
      >
        {children}
      </div>
    </div>
  )
}
