import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import { viewAt } from '../views.ts'
import { visited } from './layoutState.ts'
import { others } from './tabs.ts'
import { useMenu } from './useMenu.ts'

const width = 105
const height = 116
const edge = 8

interface Props {
  path: string
  x: number
  y: number
  onClose(): void
  /** These are to be closed. */
  onPick(paths: readonly string[]): void
}

/** What can be done with a tab. */
export function TabMenu({ path, x, y, onClose, onPick }: Props) {
  useSignals()
  const box = useRef<HTMLDivElement>(null)
  const onKeyDown = useMenu(true, box, onClose)
  const tabs = visited.value
  const rest = others(tabs, path)
  const closable = (paths: readonly string[]): boolean => paths.some((each) => !viewAt(each)?.pinned)

  const item = (words: string, paths: readonly string[]) => (
    <button
      type="button" role="menuitem" disabled={!closable(paths)}
      onClick={() => {
        onClose()
        onPick(paths)
      }}
    >
      {words}
    </button>
  )
  return (
    <div
      className="menu tab-menu" role="menu" aria-label={`标签页：${viewAt(path)?.title ?? ''}`} ref={box} onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
      style={{ left: Math.max(edge, Math.min(x, innerWidth - width - edge)), top: Math.max(edge, Math.min(y, innerHeight - height - edge)) }}
    >
      {item('关闭当前', [path])}
      {item('关闭其他', rest)}
      {item('关闭所有', tabs)}
    </div>
  )
}
