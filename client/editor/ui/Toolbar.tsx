import { type KeyboardEvent, memo, useCallback, useRef, useState } from 'react'
import { useSize } from '../../ui/useSize.ts'
import { type EditorContext, toolGroups, type Tool } from './tools.ts'
import { Menu, MenuButton } from '../../ui/Menu.tsx'
import { EditorIcon } from '../EditorIcon.tsx'
import type { ToolbarState } from '../surface.ts'

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

/** A button that shows the active choice, and opens the others below it; or one that opens more tools. */
function ToolMenu({
  tool: { name, icon, choices = [], more },
  context,
  state,
  disabled,
  tabIndex,
  onFocus,
}: ToolProps) {
  const active = choices.find((choice) => choice.isActive?.(state, context))
  const kind = more ? 'checkbox' : 'radio'
  const items = (more ?? choices).map((item) => {
    const isOn = more ? item.isActive?.(state, context) : item === active
    return (
      <button
        key={item.name}
        type="button"
        role={isOn === undefined ? 'menuitem' : `menuitem${kind}`}
        className={item.className}
        aria-checked={isOn}
        tabIndex={-1}
        onClick={() => {
          context.surface.focus()
          item.run?.(context)
        }}
      >
        {item.icon && <EditorIcon name={item.icon} />}
        {item.name}
      </button>
    )
  })
  const withText = more ? 'editor-tool with-text more' : 'editor-tool with-text'
  return (
    <MenuButton
      className={icon ? 'editor-tool' : withText}
      data-tool
      aria-disabled={disabled || undefined}
      aria-label={active ? `${name}：${active.name}` : name}
      title={name}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        event.currentTarget.click()
      }}
      menu={(open) => (
        <Menu
          {...open}
          closesOnScroll={false}
          className={`editor-menu ${kind} rich boxed stack`}
          aria-label={name}
          place={(menu) => placeBelow(menu, open.opener?.current)}
        >
          {items}
        </Menu>
      )}
    >
      {icon ? <EditorIcon name={active?.icon ?? icon} /> : (active?.name ?? name)}
      <EditorIcon name="chevron-down" />
    </MenuButton>
  )
}

/** Puts the menu below its button, but inside the toolbar. */
function placeBelow(menu: HTMLElement, button: HTMLElement | null | undefined): void {
  const toolbar = button?.closest<HTMLElement>('.editor-tools')
  if (!button || !toolbar) return
  menu.style.setProperty(
    '--left',
    `${Math.max(0, Math.min(button.offsetLeft, toolbar.clientWidth - menu.offsetWidth - 8))}px`,
  )
  menu.style.setProperty('--top', `${button.offsetTop + button.offsetHeight}px`)
}

interface ToolProps {
  tool: Tool
  context: EditorContext
  state: ToolbarState
  /** The whole editor is disabled, for example while the form is being saved. */
  disabled: boolean
  tabIndex: number
  onFocus(): void
}

function ToolButton({
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
