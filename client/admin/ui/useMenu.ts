import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { listen } from '../../lib/listen.ts'

/** Keys and focus of an open menu: focus moves into it, arrows move through it; Esc, Tab, a press outside and a scroll close it. */
export function useMenu(open: boolean, menu: RefObject<HTMLElement | null>, close: () => void): (event: KeyboardEvent) => void {
  useEffect(() => {
    const box = menu.current
    if (!open || !box) return
    const before = document.activeElement
    // Scrolling would close it.
    items(box)[0]?.focus({ preventScroll: true })
    // What opened it closes it, too.
    const opener = before?.matches('[aria-expanded]') ? before : undefined
    const outside = ({ target }: Event): void => {
      if (!(target instanceof Node && (box.contains(target) || opener?.contains(target)))) close()
    }
    const ends = [
      listen(window, { pointerdown: outside, scroll: outside }, { capture: true }), listen(window, { resize: close, blur: close }),
    ]
    return () => {
      for (const end of ends) end()
      // Only if nothing else has the focus by now.
      const lost = document.activeElement === document.body || box.contains(document.activeElement)
      if (lost && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [open])

  return (event) => {
    const box = menu.current
    if (!box) return
    const all = items(box)
    const index = all.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      all[(next + all.length) % all.length]?.focus()
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }
}

const items = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled), .row-menu > *')]
