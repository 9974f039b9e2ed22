import { useRef, useState } from 'react'
import { useMenu } from '../ui/useMenu.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Button } from '../ui/buttons.tsx'
import type { ColumnChoice } from './useColumns.ts'

interface Props extends ColumnChoice {
  /** Chosen, but there is no room for them. */
  leftOut: ReadonlySet<string>
}

/** Which columns are shown. It stays open, since people often hide several. */
export function ColumnMenu({ columns, hidden, leftOut, toggle }: Props) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const onKeyDown = useMenu(open, box, () => setOpen(false))
  return (
    <div className="column-menu" ref={box} onKeyDown={open ? onKeyDown : undefined}>
      <Button icon="table" aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
        {leftOut.size > 0 ? `显示列（${leftOut.size}列放不下）` : '显示列'}
      </Button>
      {open && (
        <div className="menu card" role="menu" aria-label="显示列">
          {columns.map(({ key, title }) => (
            <button key={key} type="button" role="menuitemcheckbox" aria-checked={!hidden.has(key)} onClick={() => toggle(key)}>
              <AdminIcon name="check" />
              {title}
              {leftOut.has(key) && <small className="push">窗口较窄，未显示</small>}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
