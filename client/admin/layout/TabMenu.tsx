import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import { viewAt } from '../views.ts'
import { isPinned, openTabs } from '../layoutState.ts'
import { tabsExcept } from '../tabs.ts'
import { useMenu } from '../ui/useMenu.ts'

const width = 105
const height = 116
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
  const box = useRef<HTMLDivElement>(null)
  const onKeyDown = useMenu(true, box, onClose)
  const tabs = openTabs.value
  const rest = tabsExcept(tabs, path)
  const closable = (paths: readonly string[]): boolean => paths.some((each) => !isPinned(each))

  const item = (label: string, paths: readonly string[]) => (
    <button
      type="button" role="menuitem" disabled={!closable(paths)}
      onClick={() => {
        onClose()
        onPick(paths)
      }}
    >
      {label}
    </button>
  )
  return (
    <div
      className="menu tab-menu card" role="menu" aria-label={`标签页：${viewAt(path)?.title ?? ''}`} ref={box} onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
      style={{ left: Math.max(margin, Math.min(x, innerWidth - width - margin)), top: Math.max(margin, Math.min(y, innerHeight - height - margin)) }}
    >
      {item('关闭当前', [path])}
      {item('关闭其他', rest)}
      {item('关闭所有', tabs)}
    </div>
  )
}
