import { listen } from '../../lib/listen.ts'

/**
 * Popovers came with Chrome 114, Firefox 125 and Safari 17. In older browsers the class `open` shows the panel, and it closes as a popover
 * does: by its button, by a click outside it and by Escape. Returns an unsubscribe function, or undefined where the browser has popovers.
 */
export function standInForPopover(panel: HTMLElement): (() => void) | undefined {
  if ('popover' in HTMLElement.prototype) return undefined
  const show = (open: boolean): void => void panel.classList.toggle('open', open)
  const click = ({ target }: Event): void => {
    if (!(target instanceof Element)) return
    const button = target.closest('[popovertarget]')
    if (button?.getAttribute('popovertarget') === panel.id) show(!panel.classList.contains('open'))
    else if (!panel.contains(target)) show(false)
  }
  const keydown = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') show(false)
  }
  return listen(document, { click, keydown })
}
