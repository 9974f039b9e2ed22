import { type RefObject, useEffect } from 'react'
import { lastOf } from '../../../lib/lastOf.ts'
import { listen } from '../../../lib/listen.ts'

/** Slow enough to read a card that passes. */
const pixelsPerSecond = 32
/** After the visitor has scrolled the strip. */
const restMs = 4000

/**
 * Scrolls a strip slowly to its end and back again. It stays an ordinary scroller for fingers, wheel and keyboard; under a pointer or with
 * the focus inside it stops, and while it is not visible nothing runs.
 */
export function useDrift(strip: RefObject<HTMLElement | null>, moving: boolean): void {
  useEffect(() => {
    const element = strip.current
    if (!element || !moving) return
    let frame = 0
    let last = 0
    let offset = element.scrollLeft
    let direction = 1
    let paused = false
    let restUntil = 0

    const step = (now: number): void => {
      frame = requestAnimationFrame(step)
      const elapsed = Math.min(now - last, 100)
      last = now
      if (paused || now < restUntil) return void (offset = element.scrollLeft)
      const end = element.scrollWidth - element.clientWidth
      offset += (direction * pixelsPerSecond * elapsed) / 1000
      if (offset >= end || offset <= 0) direction = offset >= end ? -1 : 1
      offset = Math.max(0, Math.min(end, offset))
      element.scrollLeft = offset
    }
    const pause = (): void => void (paused = true)
    const resume = (): void => void (paused = element.matches(':hover, :focus-within'))
    const rest = (): void => void (restUntil = performance.now() + restMs)
    const observer = new IntersectionObserver((entries) => {
      cancelAnimationFrame(frame)
      last = performance.now()
      if (lastOf(entries)?.isIntersecting) frame = requestAnimationFrame(step)
    })
    observer.observe(element)
    const unsubscribe = listen(
      element,
      { pointerenter: pause, focusin: pause, pointerleave: resume, focusout: resume, wheel: rest, touchmove: rest },
      { passive: true },
    )
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      unsubscribe()
    }
  }, [strip, moving])
}
