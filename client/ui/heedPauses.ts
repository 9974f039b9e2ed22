import { listen } from '../lib/listen.ts'
import type { Slides } from '../lib/slides.ts'

export const stillness = '(prefers-reduced-motion: reduce)'

/** Slides wait under a mouse, around the focus, in a hidden tab, and for whoever wants no motion. Gives the removal. */
export function heedPauses(section: HTMLElement, slides: Slides): () => void {
  const motion = matchMedia(stillness)
  const sync = (): void => {
    slides[document.hidden ? 'pause' : 'resume']('hidden')
    slides[motion.matches ? 'pause' : 'resume']('motion')
  }
  const enter = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse') slides.pause('hover')
  }
  const leave = ({ relatedTarget }: FocusEvent): void => {
    // A dialog opened from a slide gives the focus back to it when it closes, so the slide must still be there.
    const stays = relatedTarget instanceof Element && (section.contains(relatedTarget) || relatedTarget.closest('dialog'))
    if (!stays) slides.resume('focus')
  }
  const ends = [
    listen(section, { pointerenter: enter, pointerleave: () => slides.resume('hover'), focusin: () => slides.pause('focus'), focusout: leave }),
    listen(document, { visibilitychange: sync }),
    listen(motion, { change: sync }),
  ]
  sync()
  return () => {
    for (const end of ends) end()
    slides.resume('hover', 'focus')
  }
}
