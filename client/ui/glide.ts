import type { Slides } from '../lib/slides.ts'
import { tween } from '../lib/tween.ts'
import { stillness } from './heedPauses.ts'

const slideMs = 520

interface Glide {
  /** Where the strip is drawn just now. */
  at(): number
  /** Draws it again after `fit` has changed. */
  redraw(): void
  end(): void
}

/**
 * Draws the strip where the slides belong, going there smoothly. Each slide is put on the side of the ring that is nearer, by custom
 * properties from which the style sheet makes the movement: `--off`, slides away from its own place, and `--near`, 1 for the current.
 */
export function glide(strip: HTMLElement, slides: Slides, lead: () => number, fit: () => number): Glide {
  const each = [...strip.children].filter((child) => child instanceof HTMLElement)
  const { count } = slides
  let at = slides.position
  let target = at
  let stop = (): void => {}

  function draw(): void {
    const before = lead()
    const seen = fit()
    const low = -before - (count > seen ? Math.max(1, (count - seen) / 2) : 0)
    for (const [index, slide] of each.entries()) {
      const away = index - at - Math.floor((index - at - low) / count) * count
      const place = away + before
      slide.style.setProperty('--off', (place - index).toFixed(4))
      slide.style.setProperty('--near', Math.max(0, 1 - Math.abs(away)).toFixed(4))
      slide.style.visibility = place > -1 && place < seen ? '' : 'hidden'
    }
  }
  function follow(): void {
    if (slides.position === target) return
    target = slides.position
    stop()
    stop = tween({
      from: at,
      to: target,
      ms: slides.dragging || matchMedia(stillness).matches ? 0 : slideMs,
      step(value) {
        at = value
        draw()
      },
    })
  }
  draw()
  const unsubscribe = slides.subscribe(follow)
  return {
    at: () => at,
    redraw: draw,
    end() {
      unsubscribe()
      stop()
    },
  }
}
