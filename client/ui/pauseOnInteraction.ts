import { listen } from '../lib/listen.ts'
import type { Slides } from '../lib/slides.ts'
import { reducedMotion } from './reducedMotion.ts'

/** Pauses the slides under a mouse, around the focus, in a hidden tab, and for reduced motion. Returns an unsubscribe function. */
export function pauseOnInteraction(section: HTMLElement, slides: Slides): () => void {
  const motion = reducedMotion()
  const sync = (): void => {
    slides[document.hidden ? 'pause' : 'resume']('hidden')
    slides[motion.matches ? 'pause' : 'resume']('motion')
  }
  const pointerenter = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse') slides.pause('hover')
  }
  const focusout = ({ relatedTarget }: FocusEvent): void => {
    // A dialog opened from a slide returns the focus to it when it closes, so the slide must still be there.
    const stays = relatedTarget instanceof Element && (section.contains(relatedTarget) || relatedTarget.closest('dialog'))
    if (!stays) slides.resume('focus')
  }
  const unsubscribes = [
    listen(section, { pointerenter, pointerleave: () => slides.resume('hover'), focusin: () => slides.pause('focus'), focusout }),
    listen(document, { visibilitychange: sync }),
    listen(motion, { change: sync }),
  ]
  sync()
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    slides.resume('hover', 'focus')
  }
}
