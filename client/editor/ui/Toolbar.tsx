import { type KeyboardEvent, memo, useCallback, useRef, useState } from 'react'
import { useSize } from '../../ui/useSize.ts'
import { ToolButton, type ToolProps } from './ToolButton.tsx'
import { ToolMenu } from './ToolMenu.tsx'
import { type EditorContext, toolGroups } from './tools.ts'

/** One button is a tab stop; the arrows move between them. Memoized, since most keystrokes do not change it. */
export const Toolbar = memo(function Toolbar({
  context,
  state,
  disabled,
}: Pick<ToolProps, 'context' | 'state' | 'disabled'>) {
  const toolbar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState('撤销')
  const [more, setMore] = useState(false)

  // On a phone it is one row that scrolls, with a hint at its end while there is more.
  const updateMore = useCallback(() => {
    const element = toolbar.current
    if (element) setMore(element.scrollLeft + element.clientWidth < element.scrollWidth - 1)
  }, [])
  useSize(toolbar, updateMore)

  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(toolbar.current?.querySelectorAll<HTMLElement>('[data-tool]') ?? [])]
    const index = buttons.indexOf(event.target as HTMLElement)
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    focusTextOnEscape(event, context)
    const next = to === undefined || index < 0 ? undefined : buttons[(to + buttons.length) % buttons.length]
    if (!next || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div
      ref={toolbar}
      className="editor-tools row wraps"
      role="toolbar"
      aria-label="格式工具"
      data-more={more || undefined}
      onKeyDown={onKeyDown}
      onMouseDown={keepSelection}
      onScroll={updateMore}
    >
      {toolGroups.map((tools) => (
        <div key={tools[0]?.name} className="editor-group row wraps">
          {tools
            .filter(({ onlyFullScreen }) => !onlyFullScreen || context.isFullScreen)
            .map((tool) => {
              const props = {
                tool,
                context,
                state,
                disabled,
                tabIndex: tool.name === current ? 0 : -1,
                onFocus: () => setCurrent(tool.name),
              }
              return tool.choices || tool.more ? (
                <ToolMenu key={tool.name} {...props} />
              ) : (
                <ToolButton key={tool.name} {...props} />
              )
            })}
        </div>
      ))}
    </div>
  )
})

/** Escape returns to the text, and must not close the form around the editor. */
export function focusTextOnEscape(event: KeyboardEvent, { surface, isFullScreen }: EditorContext): void {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing || isFullScreen) return
  event.preventDefault()
  surface.focus()
}

/** A mouse press on a tool must not take the selection from the text. */
export const keepSelection = (event: { preventDefault(): void }): void => event.preventDefault()
