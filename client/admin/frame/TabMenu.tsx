import { useSignals } from '@preact/signals-react/runtime'
import { Menu } from '../../ui/Menu.tsx'
import { viewAt } from '../views.ts'
import { isPinned, openTabs } from './layoutState.ts'
import { tabsExcept } from './tabs.ts'

const margin = 8

interface Props {
  path: string
  x: number
  y: number
  onClose(): void
  /** With the tabs to close. */
  onPick(paths: readonly string[]): void
}

export function TabMenu({ path, x, y, onClose, onPick }: Props) {
  useSignals()
  const tabs = openTabs.value
  const rest = tabsExcept(tabs, path)
  const closable = (paths: readonly string[]): boolean => paths.some((each) => !isPinned(each))

  const item = (label: string, paths: readonly string[]) => (
    <button type="button" role="menuitem" disabled={!closable(paths)} onClick={() => onPick(paths)}>{label}</button>
  )
  return (
    <Menu
      onClose={onClose} className="menu tab-menu card" aria-label={`标签页：${viewAt(path)?.title ?? ''}`}
      onContextMenu={(event) => event.preventDefault()} place={(menu) => placeAt(menu, x, y)}
    >
      {item('关闭当前', [path])}
      {item('关闭其他', rest)}
      {item('关闭所有', tabs)}
    </Menu>
  )
}

/** Inside the window. */
function placeAt({ style, offsetWidth, offsetHeight }: HTMLElement, x: number, y: number): void {
  style.left = `${Math.max(margin, Math.min(x, innerWidth - offsetWidth - margin))}px`
  style.top = `${Math.max(margin, Math.min(y, innerHeight - offsetHeight - margin))}px`
}
