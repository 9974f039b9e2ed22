import { EditorIcon } from '../EditorIcon.tsx'
import type { State } from '../surface.ts'
import type { Desk, Tool } from './tools.ts'

export interface ToolProps {
  tool: Tool
  desk: Desk
  state: State
  tabIndex: number
  onFocus(): void
}

export function ToolButton({ tool: { name, icon, keys, on, off, act }, desk, state, tabIndex, onFocus }: ToolProps) {
  const disabled = off?.(state)
  return (
    <button
      type="button"
      className="editor-tool"
      data-tool
      aria-label={name}
      title={keys ? `${name}（${keys}）` : name}
      aria-keyshortcuts={keys?.replace('⌘', 'Meta+').replace('Ctrl', 'Control')}
      aria-pressed={on?.(state, desk)}
      aria-disabled={disabled}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={() => {
        if (disabled) return
        desk.surface.focus()
        act?.(desk)
      }}
    >
      {icon && <EditorIcon name={icon} />}
    </button>
  )
}
