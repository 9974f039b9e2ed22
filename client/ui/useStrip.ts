import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Slides } from '../lib/slides.ts'
import { tween } from '../lib/tween.ts'
import { trackDrags } from './trackDrags.ts'
import { reducedMotion } from './reducedMotion.ts'

/**
 * Turns the strip, which the server renders as a plain scroller, into a ring of slides, without anything moving on the screen. Returns how
 * many slides are visible at once (`--fit` of the style sheet); 0 until then.
 */
export function useStrip(
  strip: RefObject<HTMLElement | null>,
  slides: Slides,
  fades: boolean,
  centred: boolean,
): number {
  const [fit, setFit] = useState(0)
  useLayoutEffect(() => {
    const element = strip.current
    if (!element || slides.count < 2) return
    let visible = 1
    const lead = (): number => (centred ? Math.floor((visible - 1) / 2) : 0)
    const width = (): number =>
      (element.firstElementChild?.getBoundingClientRect().width ?? 0) +
      (parseFloat(getComputedStyle(element).columnGap) || 0)
    const measure = (): void => {
      visible = fades ? 1 : Number(getComputedStyle(element).getPropertyValue('--fit')) || 1
      setFit(visible)
      if (visible < slides.count) slides.resume('fits')
      else slides.pause('fits')
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

const slideMs = 520

interface StripAnimation {
  /** The position at which the strip is drawn at present. */
  position(): number
  /** Draws it again after `fit` has changed. */
  redraw(): void
  stop(): void
}

/**
 * Moves the strip smoothly to the position of the slides. Each slide is put on the nearer side of the ring by custom properties of the
 * style sheet: `--off`, by how many slides it is moved, and `--near`, 1 for the current slide.
 */
function animateStrip(strip: HTMLElement, slides: Slides, lead: () => number, fit: () => number): StripAnimation {
  const elements = [...strip.children].filter((child) => child instanceof HTMLElement)
  const { count } = slides
  let position = slides.position
  let target = position
  let stopTween = (): void => {}

  function draw(): void {
    const before = lead()
    const visible = fit()
    const low = -before - (count > visible ? Math.max(1, (count - visible) / 2) : 0)
    for (const [index, slide] of elements.entries()) {
      const distance = index - position - Math.floor((index - position - low) / count) * count
      const place = distance + before
      slide.style.setProperty('--off', (place - index).toFixed(4))
      slide.style.setProperty('--near', Math.max(0, 1 - Math.abs(distance)).toFixed(4))
      slide.style.visibility = place > -1 && place < visible ? '' : 'hidden'
    }
  }
  function follow(): void {
    if (slides.position === target) return
    target = slides.position
    stopTween()
    stopTween = tween({
      from: position,
      to: target,
      ms: slides.dragging || reducedMotion().matches ? 0 : slideMs,
      step(value) {
        position = value
        draw()
      },
    })
  }
  draw()
  const unsubscribe = slides.subscribe(follow)
  return {
    position: () => position,
    redraw: draw,
    stop() {
      unsubscribe()
      stopTween()
    },
  }
}
