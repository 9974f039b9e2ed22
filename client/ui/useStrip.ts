import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Slides } from '../lib/slides.ts'
import { glide } from './glide.ts'
import { heedDrags } from './heedDrags.ts'

/**
 * Takes the strip that the server has drawn, a plain scroller, into the hands of the machine, without anything moving on the screen.
 * Answers how many slides are seen at once (`--fit` of the style sheet); 0 until then.
 */
export function useStrip(strip: RefObject<HTMLElement | null>, ring: Slides, fades: boolean, centred: boolean): number {
  const [fit, setFit] = useState(0)
  useLayoutEffect(() => {
    const element = strip.current
    if (!element || ring.count < 2) return
    let seen = 1
    const lead = (): number => (centred ? Math.floor((seen - 1) / 2) : 0)
    const width = (): number => (element.firstElementChild?.getBoundingClientRect().width ?? 0) + (parseFloat(getComputedStyle(element).columnGap) || 0)
    const measure = (): void => {
      seen = fades ? 1 : Number(getComputedStyle(element).getPropertyValue('--fit')) || 1
      setFit(seen)
      ring[seen < ring.count ? 'resume' : 'pause']('fits')
    }
    measure()
    if (fit === 0) {
      // The visitor may have scrolled it already.
      ring.goTo(lead() + Math.round(element.scrollLeft / width() || 0))
      element.scrollLeft = 0
    }
    const moving = fades ? undefined : glide(element, ring, lead, () => seen)
    const sized = new ResizeObserver(() => {
      measure()
      moving?.redraw()
    })
    sized.observe(element)
    const ignoreDrags = heedDrags(element, {
      start: (x) => seen < ring.count && ring.dragStart(x, width(), moving?.at()),
      move: ring.dragMove,
      end: ring.dragEnd,
    })
    return () => {
      ignoreDrags()
      sized.disconnect()
      moving?.end()
    }
  }, [strip, ring, fades, centred])
  return fit
}
