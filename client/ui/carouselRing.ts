import { listen, together } from '../lib/listen.ts'
import { createSlides, type Slides } from '../lib/slides.ts'
import { tween } from '../lib/tween.ts'
import { reducedMotion } from './reducedMotion.ts'
import { slideByKey } from './slideKeys.ts'
import { trackDrags } from './trackDrags.ts'

export { createSlides }

interface RingOptions {
  fades: boolean
  centred: boolean
  /** Gives the slides addresses. */
  name: string | undefined
  /** It has been a plain scroller so far. */
  isFirst: boolean
  /** Gets how many slides are visible at once (`--fit` of the style sheet), at once and when that changes. */
  onFit(visible: number): void
}

/**
 * Turns the strip of a carousel, which the server renders as a plain scroller, into a ring of slides, without anything moving on the
 * screen. Returns a function that stops it. This is a file of its own, which is fetched when a carousel comes near the screen.
 */
export function startRing(
  section: HTMLElement,
  strip: HTMLElement,
  slides: Slides,
  { fades, centred, name, isFirst, onFit }: RingOptions,
): () => void {
  const { count } = slides
  let visible = 1
  const lead = (): number => (centred ? Math.floor((visible - 1) / 2) : 0)
  const width = (): number =>
    (strip.firstElementChild?.getBoundingClientRect().width ?? 0) + (parseFloat(getComputedStyle(strip).columnGap) || 0)
  const measure = (): void => {
    visible = fades ? 1 : Number(getComputedStyle(strip).getPropertyValue('--fit')) || 1
    onFit(visible)
    if (visible < count) slides.resume('fits')
    else slides.pause('fits')
  }
  measure()
  if (isFirst) {
    // The visitor may have scrolled the strip already.
    slides.goTo(lead() + Math.round(strip.scrollLeft / width() || 0))
    strip.scrollLeft = 0
  }

  const animation = fades ? undefined : animateStrip(strip, slides, lead, () => visible)
  const observer = new ResizeObserver(() => {
    measure()
    animation?.redraw()
  })
  observer.observe(strip)
  const keydown = (event: KeyboardEvent): void => {
    const isTyped = (event.target as Element).closest('input, textarea, select, video') !== null
    if (visible < count && !isTyped) slideByKey(event, slides)
  }
  return together(
    trackDrags(strip, {
      start: (x) => visible < count && slides.dragStart(x, width(), animation?.position()),
      move: slides.dragMove,
      end: slides.dragEnd,
    }),
    listen(section, { keydown }),
    pauseOnInteraction(section, slides),
    ...(name ? [followHash(strip, name, slides)] : []),
    () => observer.disconnect(),
    () => animation?.stop(),
  )
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

/** Shows the slide named by the hash of the address. Returns an unsubscribe function. */
function followHash(strip: HTMLElement, name: string, slides: Slides): () => void {
  const show = (): void => {
    const [before, number] = location.hash.split(`#${name}-`)
    if (before !== '' || !number) return
    // The browser scrolls the strip to the slide, but the strip does not move by scrolling any more.
    strip.scrollLeft = 0
    slides.goTo(Number(number) - 1)
  }
  show()
  return listen(window, { hashchange: show })
}

/** Pauses the slides under a mouse, around the focus, in a hidden tab, and for reduced motion. Returns an unsubscribe function. */
function pauseOnInteraction(section: HTMLElement, slides: Slides): () => void {
  const motion = reducedMotion()
  const sync = (): void => {
    if (document.hidden) slides.pause('hidden')
    else slides.resume('hidden')
    if (motion.matches) slides.pause('motion')
    else slides.resume('motion')
  }
  const pointerenter = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse') slides.pause('hover')
  }
  const focusout = ({ relatedTarget }: FocusEvent): void => {
    // A dialog opened from a slide returns the focus to it when it closes, so the slide must still be there.
    const stays =
      relatedTarget instanceof Element && (section.contains(relatedTarget) || relatedTarget.closest('dialog'))
    if (!stays) slides.resume('focus')
  }
  const stop = together(
    listen(section, {
      pointerenter,
      pointerleave: () => slides.resume('hover'),
      focusin: () => slides.pause('focus'),
      focusout,
    }),
    listen(document, { visibilitychange: sync }),
    listen(motion, { change: sync }),
    () => slides.resume('hover', 'focus'),
  )
  sync()
  if (section.contains(document.activeElement)) slides.pause('focus')
  return stop
}
