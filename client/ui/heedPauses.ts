import type { Slides } from '../lib/slides.ts'

export const stillness = '(prefers-reduced-motion: reduce)'

/** Slides wait under a mouse, around the focus, in a hidden tab, and for whoever wants no motion. Gives the removal. */
export function heedPauses(section: HTMLElement, slides: Slides): () => void {
  const motion = matchMedia(stillness)
  const end = new AbortController()
  const { signal } = end
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
  section.addEventListener('pointerenter', enter, { signal })
  section.addEventListener('pointerleave', () => slides.resume('hover'), { signal })
  section.addEventListener('focusin', () => slides.pause('focus'), { signal })
  section.addEventListener('focusout', leave, { signal })
  document.addEventListener('visibilitychange', sync, { signal })
  motion.addEventListener('change', sync, { signal })
  sync()
  return () => {
    end.abort()
    slides.resume('hover', 'focus')
  }
}
