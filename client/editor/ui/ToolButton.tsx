import { EditorIcon } from '../EditorIcon.tsx'
import type { ToolbarState } from '../surface.ts'
import type { EditorContext, Tool } from './tools.ts'

export interface ToolProps {
  tool: Tool
  context: EditorContext
  state: ToolbarState
  /** The whole editor is disabled, for example while the form is being saved. */
  disabled: boolean
  tabIndex: number
  onFocus(): void
}

export function ToolButton({
  tool: { name, icon, keys, isActive, isDisabled, run },
  context,
  state,
  disabled,
  tabIndex,
  onFocus,
}: ToolProps) {
  const isOff = disabled || isDisabled?.(state)
  return (
    <button
      type="button"
      className="editor-tool"
      data-tool
      aria-label={name}
      title={keys ? `${name}（${keys}）` : name}
      aria-keyshortcuts={keys?.replace('⌘', 'Meta+').replace('Ctrl', 'Control')}
      aria-pressed={isActive?.(state, context)}
      aria-disabled={isOff}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={() => {
        if (isOff) return
        context.surface.focus()
        run?.(context)
      }}
    >
      {icon && <EditorIcon name={icon} />}
    </button>
  )
}
