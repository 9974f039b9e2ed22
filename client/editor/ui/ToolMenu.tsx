import { Menu, MenuButton } from '../../ui/Menu.tsx'
import { EditorIcon } from '../EditorIcon.tsx'
import type { ToolProps } from './ToolButton.tsx'

/** A button that shows the active choice, and opens the others below it; or one that opens more tools. */
export function ToolMenu({
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
