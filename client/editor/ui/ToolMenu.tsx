import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { EditorIcon } from '../EditorIcon.tsx'
import type { ToolProps } from './ToolButton.tsx'
import type { Tool } from './tools.ts'

/** A button that shows the active choice, and opens the others below it; or one that opens more tools. */
export function ToolMenu({
  tool: { name, icon, choices = [], more }, context, state, disabled, tabIndex, onFocus,
}: ToolProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const active = choices.find((choice) => choice.isActive?.(state, context))
  if (open && disabled) setOpen(false)

  return (
    <>
      <button
        ref={button}
        type="button"
        className={icon ? 'editor-tool' : more ? 'editor-tool with-text more' : 'editor-tool with-text'}
        data-tool
        aria-haspopup="menu"
        aria-expanded={open}
        aria-disabled={disabled || undefined}
        aria-label={active ? `${name}：${active.name}` : name}
        title={name}
        tabIndex={tabIndex}
        onFocus={onFocus}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {icon ? <EditorIcon name={active?.icon ?? icon} /> : (active?.name ?? name)}
        <EditorIcon name="chevron-down" />
      </button>
      {open && <Menu {...{ name, context, button }} items={more ?? choices} kind={more ? 'checkbox' : 'radio'}
        isOn={(each) => (more ? each.isActive?.(state, context) : each === active)} onClose={() => setOpen(false)} />}
    </>
  )
}

interface MenuProps {
  name: string
  items: readonly Tool[]
  kind: 'checkbox' | 'radio'
  isOn(item: Tool): boolean | undefined
  context: ToolProps['context']
  button: RefObject<HTMLButtonElement | null>
  onClose(): void
}

function Menu({ name, items, kind, isOn, context, button, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const [element, toolbar] = [menu.current, button.current?.closest<HTMLElement>('.editor-tools')]
    if (!element || !toolbar || !button.current) return
    // Below its button, but inside the toolbar.
    element.style.setProperty(
      '--left', `${Math.max(0, Math.min(button.current.offsetLeft, toolbar.clientWidth - element.offsetWidth - 8))}px`,
    )
    element.style.setProperty('--top', `${button.current.offsetTop + button.current.offsetHeight}px`)
    const selected = element.querySelector<HTMLElement>('[aria-checked=true]') ?? element.querySelector<HTMLElement>('button')
    selected?.focus()
  }, [button])

  const onKeyDown = (event: KeyboardEvent): void => {
    const all = [...(menu.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const index = all.indexOf(event.target as HTMLElement)
    const to = { ArrowDown: index + 1, ArrowRight: index + 1, ArrowUp: index - 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') {
      onClose()
      button.current?.focus()
    } else if (to === undefined) return
    else all[(to + all.length) % all.length]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  const onBlur = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget) && event.relatedTarget !== button.current) onClose()
  }

  return (
    <div ref={menu} className={`editor-menu ${kind} rich boxed stack`} role="menu" aria-label={name} onKeyDown={onKeyDown} onBlur={onBlur}>
      {items.map((item) => (
        <button
          key={item.name}
          type="button"
          role={isOn(item) === undefined ? 'menuitem' : `menuitem${kind}`}
          className={item.className}
          aria-checked={isOn(item)}
          tabIndex={-1}
          onClick={() => {
            onClose()
            context.surface.focus()
            item.run?.(context)
          }}
        >
          {item.icon && <EditorIcon name={item.icon} />}
          {item.name}
        </button>
      ))}
    </div>
  )
}
