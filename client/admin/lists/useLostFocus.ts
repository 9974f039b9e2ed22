import { type RefObject, useRef } from 'react'

/** Where the focus was is gone; then the list has it, not the top of the page. */
export function useLostFocus(): { box: RefObject<HTMLDivElement | null>; takeLostFocus(): void } {
  const box = useRef<HTMLDivElement>(null)
  return {
    box,
    takeLostFocus() {
      if (document.activeElement === document.body) box.current?.querySelector<HTMLElement>('.data-box')?.focus()
    },
  }
}
