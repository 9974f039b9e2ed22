import { Menu, MenuButton } from '../../ui/Menu.tsx'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import type { ColumnChoice } from './useColumns.ts'

interface Props extends ColumnChoice {
  /** Chosen, but there is no room for them. */
  leftOut: ReadonlySet<string>
}

/** Which columns are shown. It stays open, since people often hide several. */
export const ColumnMenu = ({ columns, hidden, leftOut, toggle }: Props) => (
  <div className="column-menu">
    <MenuButton
      className="button"
      menu={(open) => (
        <Menu {...open} stays className="menu card" aria-label="显示列">
          {columns.map(({ key, title }) => (
            <button key={key} type="button" role="menuitemcheckbox" aria-checked={!hidden.has(key)} onClick={() => toggle(key)}>
              <AdminIcon name="check" />
              {title}
              {leftOut.has(key) && <small className="push">窗口较窄，未显示</small>}
            </button>
          ))}
        </Menu>
      )}
    >
      <AdminIcon name="table" />
      {leftOut.size > 0 ? `显示列（${leftOut.size}列放不下）` : '显示列'}
    </MenuButton>
  </div>
)
