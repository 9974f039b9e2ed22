import { listen } from '../../lib/listen.ts'

const hasPopovers = (): boolean => 'popover' in HTMLElement.prototype

export const isPopoverOpen = (panel: HTMLElement): boolean =>
  hasPopovers() ? panel.matches(':popover-open') : panel.classList.contains('open')

/** As the browser does, it gives the focus back when what has it is hidden, and sends an event. */
export function showPopover(panel: HTMLElement, open: boolean): void {
  if (open === isPopoverOpen(panel)) return
  if (hasPopovers()) return void panel.togglePopover(open)
  if (panel.contains(document.activeElement))
    document.querySelector<HTMLElement>(`[popovertarget=${panel.id}]`)?.focus()
  panel.classList.toggle('open', open)
  panel.dispatchEvent(new Event('toggle'))
}

/**
 * Popovers came with Chrome 114, Firefox 125 and Safari 17. In older browsers the class `open` shows the panel, and it closes as a popover
 * does: by its button, by a click outside it and by Escape. Returns an unsubscribe function, or undefined where the browser has popovers.
 */
export function standInForPopover(panel: HTMLElement): (() => void) | undefined {
  if (hasPopovers()) return undefined
  const click = ({ target }: Event): void => {
    if (!(target instanceof Element)) return
    const button = target.closest('[popovertarget]')
    if (button?.getAttribute('popovertarget') === panel.id) showPopover(panel, !isPopoverOpen(panel))
    else if (!panel.contains(target)) showPopover(panel, false)
  }
  const keydown = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') showPopover(panel, false)
  }
  return listen(document, { click, keydown })
}
