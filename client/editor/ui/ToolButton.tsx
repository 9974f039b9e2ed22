import { EditorIcon } from '../EditorIcon.tsx'
import type { State } from '../toolbarStatus.ts'
import type { EditorContext, Tool } from './tools.ts'

export interface ToolProps {
  tool: Tool
  context: EditorContext
  state: State
  tabIndex: number
  onFocus(): void
}

export function ToolButton({ tool: { name, icon, keys, isActive, isDisabled, run }, context, state, tabIndex, onFocus }: ToolProps) {
  const disabled = isDisabled?.(state)
  return (
    <button
      type="button"
      className="editor-tool"
      data-tool
      aria-label={name}
      title={keys ? `${name}（${keys}）` : name}
      aria-keyshortcuts={keys?.replace('⌘', 'Meta+').replace('Ctrl', 'Control')}
      aria-pressed={isActive?.(state, context)}
      aria-disabled={disabled}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={() => {
        if (disabled) return
        context.surface.focus()
        run?.(context)
      }}
    >
      {icon && <EditorIcon name={icon} />}
    </button>
  )
}
