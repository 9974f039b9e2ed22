import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Slides } from '../lib/slides.ts'
import { animateStrip } from './animateStrip.ts'
import { trackDrags } from './trackDrags.ts'

/**
 * Turns the strip, which the server renders as a plain scroller, into a ring of slides, without anything moving on the screen. Returns how
 * many slides are visible at once (`--fit` of the style sheet); 0 until then.
 */
export function useStrip(strip: RefObject<HTMLElement | null>, slides: Slides, fades: boolean, centred: boolean): number {
  const [fit, setFit] = useState(0)
  useLayoutEffect(() => {
    const element = strip.current
    if (!element || slides.count < 2) return
    let visible = 1
    const lead = (): number => (centred ? Math.floor((visible - 1) / 2) : 0)
    const width = (): number =>
      (element.firstElementChild?.getBoundingClientRect().width ?? 0) + (parseFloat(getComputedStyle(element).columnGap) || 0)
    const measure = (): void => {
      visible = fades ? 1 : Number(getComputedStyle(element).getPropertyValue('--fit')) || 1
      setFit(visible)
      slides[visible < slides.count ? 'resume' : 'pause']('fits')
    }
    measure()
    if (fit === 0) {
      // The visitor may have scrolled the strip already.
      slides.goTo(lead() + Math.round(element.scrollLeft / width() || 0))
      element.scrollLeft = 0
    }
    const animation = fades ? undefined : animateStrip(element, slides, lead, () => visible)
    const observer = new ResizeObserver(() => {
      measure()
      animation?.redraw()
    })
    observer.observe(element)
    const untrack = trackDrags(element, {
      start: (x) => visible < slides.count && slides.dragStart(x, width(), animation?.position()),
      move: slides.dragMove,
      end: slides.dragEnd,
    })
    return () => {
      untrack()
      observer.disconnect()
      animation?.stop()
    }
  }, [strip, slides, fades, centred])
  return fit
}
