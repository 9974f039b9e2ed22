import { type RefObject, useRef } from 'react'

/** After a focused element was removed, the list gets the focus, or it would be at the top of the page. */
export function useLostFocus(): { box: RefObject<HTMLDivElement | null>; recoverFocus(): void } {
  const box = useRef<HTMLDivElement>(null)
  return {
    box,
    recoverFocus() {
      if (document.activeElement === document.body) box.current?.querySelector<HTMLElement>('.data-box')?.focus()
    },
  }
}
