import { type KeyboardEvent, memo, type RefObject, useCallback, useEffect, useState } from 'react'
import { ToolButton } from './ToolButton.tsx'
import { ToolMenu } from './ToolMenu.tsx'
import type { State } from '../surface.ts'
import { type Desk, groups } from './tools.ts'

/** One button is in the order of the Tab key; the arrows go from one to the next. Most keys change nothing of it, so it is not rendered for them. */
export const Toolbar = memo(function Toolbar({ desk, state, box }: { desk: Desk; state: State; box: RefObject<HTMLDivElement | null> }) {
  const [current, setCurrent] = useState('撤销')
  const [more, setMore] = useState(false)

  // On a phone it is one row that scrolls; at its end a sign says that there is more.
  const updateMore = useCallback(() => {
    const bar = box.current
    if (bar) setMore(bar.scrollLeft + bar.clientWidth < bar.scrollWidth - 1)
  }, [box])
  useEffect(() => {
    const observer = new ResizeObserver(updateMore)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [box, updateMore])

  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>('[data-tool]') ?? [])]
    const at = buttons.indexOf(event.target as HTMLElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    leaveByEscape(event, desk)
    const next = to === undefined || at < 0 ? undefined : buttons[(to + buttons.length) % buttons.length]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div
      ref={box} className="editor-tools" role="toolbar" aria-label="格式工具" data-more={more || undefined}
      onKeyDown={onKeyDown} onMouseDown={keepSelection} onScroll={updateMore}
    >
      {groups.map((tools) => (
        <div key={tools[0]?.name} className="editor-group">
          {tools.map((tool) => {
            const props = { tool, desk, state, tabIndex: tool.name === current ? 0 : -1, onFocus: () => setCurrent(tool.name) }
            return tool.choices ? <ToolMenu key={tool.name} {...props} choices={tool.choices} /> : <ToolButton key={tool.name} {...props} />
          })}
        </div>
      ))}
    </div>
  )
})

/** Back to the text, and no further: the form around would take it as the wish to close. */
export function leaveByEscape(event: KeyboardEvent, { surface, full }: Desk): void {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing || full) return
  event.preventDefault()
  surface.focus()
}

/** What is pressed by the mouse must not take the selection away from the text it is meant for. */
export const keepSelection = (event: { preventDefault(): void }): void => event.preventDefault()
