import { useEffect, useRef } from 'react'

/**
 * A number that counts up to its value when it is first seen, by client/lib/entry.ts. The final number is in the HTML throughout, for
 * screen readers and for print, and keeps the space; the running one is over it.
 */
export function CountUp({ to }: { to: number }) {
  const element = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (element.current) window.countUp?.(element.current)
  }, [])
  return (
    <span className="count-up" ref={element} suppressHydrationWarning>
      <span>{to}</span>
    </span>
  )
}
