import { type RefObject, useEffect } from 'react'
import { lastOf } from '../../lib/lastOf.ts'

/** Pixels in a second: slow enough to read a card that passes. */
const pace = 32
/** After a hand has moved the strip itself. */
const restMs = 4000

/**
 * Lets a strip that scrolls sideways drift to its end and back again. It is an ordinary scroller all the while, so a hand, a wheel or
 * the keyboard move it as ever; under a pointer or with the focus inside it stands still, and out of sight it costs nothing.
 */
export function useDrift(strip: RefObject<HTMLElement | null>, moving: boolean): void {
  useEffect(() => {
    const element = strip.current
    if (!element || !moving) return
    let frame = 0
    let last = 0
    let at = element.scrollLeft
    let way = 1
    let held = false
    let restUntil = 0

    const step = (now: number): void => {
      frame = requestAnimationFrame(step)
      const passed = Math.min(now - last, 100)
      last = now
      if (held || now < restUntil) return void (at = element.scrollLeft)
      const end = element.scrollWidth - element.clientWidth
      at += (way * pace * passed) / 1000
      if (at >= end || at <= 0) way = at >= end ? -1 : 1
      at = Math.max(0, Math.min(end, at))
      element.scrollLeft = at
    }
    const hold = (): void => void (held = true)
    const release = (): void => void (held = element.matches(':hover, :focus-within'))
    const rest = (): void => void (restUntil = performance.now() + restMs)
    const seen = new IntersectionObserver((entries) => {
      cancelAnimationFrame(frame)
      last = performance.now()
      if (lastOf(entries)?.isIntersecting) frame = requestAnimationFrame(step)
    })
    seen.observe(element)
    const heard: [string, () => void][] = [
      ['pointerenter', hold],
      ['focusin', hold],
      ['pointerleave', release],
      ['focusout', release],
      ['wheel', rest],
      ['touchmove', rest],
    ]
    for (const [name, listener] of heard) element.addEventListener(name, listener, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      seen.disconnect()
      for (const [name, listener] of heard) element.removeEventListener(name, listener)
    }
  }, [strip, moving])
}
