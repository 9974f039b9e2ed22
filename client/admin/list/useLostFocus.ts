import { type RefObject, useRef } from 'react'

/**
 * Focuses the list after the focused element was removed, or the row that is now at this place in it; otherwise the focus would start again
 * at the top of the page.
 */
export function useLostFocus(): { box: RefObject<HTMLDivElement | null>; recoverFocus(index?: number): void } {
  const box = useRef<HTMLDivElement>(null)
  return {
    box,
    recoverFocus(index) {
      if (document.activeElement !== document.body) return
      const rows = box.current?.querySelectorAll<HTMLElement>('tbody tr[data-id], .media-open') ?? []
      const row = index === undefined ? undefined : rows[Math.min(index, rows.length - 1)]
      if (row) row.focus()
      else box.current?.querySelector<HTMLElement>('.data-box, .media-list')?.focus({ preventScroll: true })
    },
  }
}
