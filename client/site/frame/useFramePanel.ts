import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { listen, together } from '../../lib/listen.ts'
import { useOverlayHistory } from '../../ui/useOverlayHistory.ts'
import { isPopoverOpen, showPopover } from './standInForPopover.ts'

/**
 * The menu and the search, both a `details`, and the drawer, a popover, open and close without a script. With one, Back closes them before
 * it leaves the page, and Escape closes a `details` as it does a popover. Returns whether the panel is open.
 */
export function useFramePanel(name: string, panel: RefObject<HTMLElement | null>): boolean {
  const [opened, setOpened] = useState(false)
  const { open, close } = useOverlayHistory(name, (number) => {
    if (panel.current) show(panel.current, number !== undefined)
  })
  const toggle = useEffectEvent((element: HTMLElement) => {
    const now = isOpen(element)
    setOpened(now)
    if (now) open(1)
    else close()
  })

  useEffect(() => {
    const element = panel.current
    if (!element) return
    const keydown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !(element instanceof HTMLDetailsElement && element.open)) return
      // The browser would empty a field for searching.
      event.preventDefault()
      show(element, false)
      element.querySelector('summary')?.focus()
    }
    // It may have been opened before the scripts ran.
    if (isOpen(element)) toggle(element)
    return together(listen(element, { toggle: () => toggle(element) }), listen(document, { keydown }))
  }, [panel])

  return opened
}

const isOpen = (panel: HTMLElement): boolean =>
  panel instanceof HTMLDetailsElement ? panel.open : isPopoverOpen(panel)

function show(panel: HTMLElement, open: boolean): void {
  if (panel instanceof HTMLDetailsElement) panel.open = open
  else showPopover(panel, open)
}
