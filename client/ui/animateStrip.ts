import type { Slides } from '../lib/slides.ts'
import { tween } from '../lib/tween.ts'
import { reducedMotion } from './reducedMotion.ts'

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
export function animateStrip(strip: HTMLElement, slides: Slides, lead: () => number, fit: () => number): StripAnimation {
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
