import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { easeOutLong, tween } from '../lib/tween.ts'
import { stillness } from './heedPauses.ts'

/** A number that counts up to itself when it is first seen. In the HTML, and for those who listen, it is the final one throughout. */
export function CountUp({ to, ms = 6000 }: { to: number; ms?: number }) {
  const element = useRef<HTMLSpanElement>(null)
  const done = useRef(false)
  /** How much of the number is shown. */
  const [part, setPart] = useState(1)
  const counting = part < 1

  useLayoutEffect(() => {
    const span = element.current
    if (!span || done.current || matchMedia(stillness).matches) return
    // The room of the final number, in its own measure, so that nothing beside it moves.
    span.style.minInlineSize = `${span.getBoundingClientRect().width / parseFloat(getComputedStyle(span).fontSize)}em`
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
    <span className="count-up" ref={element} {...(counting && { role: 'img', 'aria-label': String(to) })}>
      {Math.round(to * part)}
    </span>
  )
}
