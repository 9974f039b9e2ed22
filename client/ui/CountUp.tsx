import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { easeOutLong, tween } from '../lib/tween.ts'
import { stillness } from './heedPauses.ts'

/**
 * A number that counts up to itself when it is first seen. The final one stands in the HTML throughout, for those who listen and for
 * paper; while it counts it is transparent and keeps the place, and the running number, with the unit after it, lies over it.
 */
export function CountUp({ to, ms = 6000, children: unit }: { to: number; ms?: number; children?: ReactNode }) {
  const element = useRef<HTMLSpanElement>(null)
  const done = useRef(false)
  /** How much of the number is shown. */
  const [part, setPart] = useState(1)
  const counting = part < 1

  useLayoutEffect(() => {
    const span = element.current
    if (!span || done.current || matchMedia(stillness).matches) return
    if (span.getBoundingClientRect().top > innerHeight) setPart(0)
  }, [])

  useEffect(() => {
    const span = element.current
    if (!span || done.current || matchMedia(stillness).matches) return
    let stop = (): void => {}
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      seen.disconnect()
      done.current = true
      setPart(0)
      stop = tween({ from: 0, to: 1, ms, ease: easeOutLong, step: setPart })
    })
    seen.observe(span)
    return () => {
      seen.disconnect()
      stop()
      setPart(1)
    }
  }, [ms])

  return (
    <span className={counting ? 'count-up counting' : 'count-up'} ref={element}>
      <span>
        {to}
        {unit}
      </span>
      {counting && (
        <span aria-hidden="true">
          {Math.round(to * part)}
          {unit}
        </span>
      )}
    </span>
  )
}
