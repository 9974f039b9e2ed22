import { type RefObject, useRef } from 'react'

/** Focuses the list after the focused element was removed; otherwise the focus would start again at the top of the page. */
export function useLostFocus(): { box: RefObject<HTMLDivElement | null>; recoverFocus(): void } {
  const box = useRef<HTMLDivElement>(null)
  return {
    box,
    recoverFocus() {
      if (document.activeElement === document.body) box.current?.querySelector<HTMLElement>('.data-box')?.focus({ preventScroll: true })
    },
  }
}
