import { Children, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Menu, MenuButton } from '../../ui/Menu.tsx'

interface Props {
  /** What the row is called. */
  row: string
  first: ReactNode
  children: ReactNode
}

/** The buttons of a row; all but the first are in a menu, and without others there is none. */
export function RowActions({ row, first, children }: Props) {
  const rest = Children.toArray(children)
  return (
    <div className="row-actions">
      {first}
      {rest.length > 0 && (
        <MenuButton
          className="link row-more" aria-haspopup={undefined} aria-label={`更多操作：${row}`} title="更多操作"
          menu={(open) => createPortal(
            <Menu {...open} role={undefined} className="row-menu menu card" place={(menu) => placeBeside(menu, open.opener?.current)}>
              {rest}
            </Menu>,
            document.body,
          )}
        >
          …
        </MenuButton>
      )}
    </div>
  )
}

/** Below the button, or above it in the lower half of the window. */
function placeBeside({ style }: HTMLElement, button: HTMLElement | null | undefined): void {
  const { top = 0, bottom = 0, right = 0 } = button?.getBoundingClientRect() ?? {}
  style.right = `${innerWidth - right}px`
  if (bottom > innerHeight / 2) style.bottom = `${innerHeight - top}px`
  else style.top = `${bottom}px`
}
