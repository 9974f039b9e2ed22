import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { listen, together } from '../lib/listen.ts'

/** What a button passes to its menu. */
interface OpenMenu {
  opener?: RefObject<HTMLElement | null>
  onClose(): void
}

interface MenuButtonProps extends ComponentProps<'button'> {
  menu(open: OpenMenu): ReactNode
}

/** A button, and the menu that it opens. */
export function MenuButton({ menu, ...props }: MenuButtonProps) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  if (open && (props.disabled || props['aria-disabled'])) setOpen(false)
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        {...props}
      />
      {open && menu({ opener, onClose: () => setOpen(false) })}
    </>
  )
}

interface MenuProps extends OpenMenu, ComponentProps<'div'> {
  /** Positions the menu, which is in the page by then. */
  place?(menu: HTMLElement): void
  /** It stays open when an item is chosen. */
  stays?: boolean
  /** False for one that is placed inside what scrolls: on a phone the keyboard that goes away scrolls and resizes. */
  closesOnScroll?: boolean
}

/** An open menu: focus moves into it, arrows move through it; Esc, Tab, a press outside and a scroll close it. */
export function Menu({ opener, onClose, place, stays = false, closesOnScroll = true, ...props }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (menu.current) place?.(menu.current)
  }, [])
  useEffect(() => {
    const box = menu.current
    if (!box) return
    const before = opener?.current ?? document.activeElement
    // Scrolling would close it.
    const first = box.querySelector<HTMLElement>('[aria-checked=true]') ?? itemsOf(box)[0]
    first?.focus({ preventScroll: true })
    const closeOutside = ({ target }: Event): void => {
      if (!(target instanceof Node && (box.contains(target) || opener?.current?.contains(target)))) onClose()
    }
    return together(
      listen(window, { pointerdown: closeOutside }, { capture: true }),
      ...(closesOnScroll
        ? [
            listen(window, { scroll: closeOutside }, { capture: true }),
            listen(window, { resize: onClose, blur: onClose }),
          ]
        : []),
      () => {
        if (hasLostFocus(box) && before instanceof HTMLElement && before.isConnected) before.focus()
      },
    )
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const items = itemsOf(event.currentTarget)
    const index = items.indexOf(document.activeElement as HTMLElement)
    const next = {
      ArrowDown: index + 1,
      ArrowRight: index + 1,
      ArrowUp: index - 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: -1,
    }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      items[(next + items.length) % items.length]?.focus()
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
  }
  const close = (): void => {
    // A dialog that opens in a moment gives the focus back to what has it now, which must not be hidden by then.
    const focusOpener = (): void => opener?.current?.focus()
    if (hasLostFocus(menu.current)) focusOpener()
    onClose()
    // A row that is moved loses the focus.
    requestAnimationFrame(() => document.activeElement === document.body && focusOpener())
  }
  return <div ref={menu} role="menu" onKeyDown={onKeyDown} onClick={stays ? undefined : close} {...props} />
}

const itemsOf = (box: HTMLElement): HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled), .row-menu > *'),
]

/** Nothing outside the menu has the focus. */
const hasLostFocus = (box: HTMLElement | null): boolean =>
  document.activeElement === document.body || box?.contains(document.activeElement) === true
