import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { tween } from '../lib/tween.ts'
import { reducedMotion } from './reducedMotion.ts'

const countMs = 6000
/** Near its value, so that what somebody reads meanwhile is not wrong. */
const firstShare = 0.9

/**
 * A number that counts up to its value when it is first visible. The final number is in the HTML throughout, for screen readers and for
 * print; while it counts it is transparent and keeps the space, and the running number with its unit is over it.
 */
export function CountUp({ to, children: unit }: { to: number; children?: ReactNode }) {
  const element = useRef<HTMLSpanElement>(null)
  const done = useRef(false)
  /** The share of the number that is shown. */
  const [progress, setProgress] = useState(1)
  const counting = progress < 1

  useLayoutEffect(() => {
    const span = element.current
    if (!span || done.current || reducedMotion().matches) return
    if (span.getBoundingClientRect().top > innerHeight) setProgress(firstShare)
  }, [])

  useEffect(() => {
    const span = element.current
    if (!span || done.current || reducedMotion().matches) return
    let stop = (): void => {}
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      done.current = true
      setProgress(firstShare)
      stop = tween({ from: firstShare, to: 1, ms: countMs, step: setProgress })
    })
    observer.observe(span)
    return () => {
      observer.disconnect()
      stop()
      setProgress(1)
    }
  }, [])

  return (
    <span className={counting ? 'count-up counting' : 'count-up'} ref={element}>
      <span>
        {to}
        {unit}
      </span>
      {counting && (
        <span aria-hidden="true">
          {Math.round(to * progress)}
          {unit}
        </span>
      )}
    </span>
  )
}
