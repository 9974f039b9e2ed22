import { useEffect, useState } from 'react'
import { isoOf, relativeTime } from '../../lib/relativeTime.ts'

/** A relative time. The exact one shows in its tooltip, and in its place, without the year, after a click or a tap. */
export function Ago({ date, now }: { date: string; now: number }) {
  const ago = relativeTime(date, now)
  return (
    <time className="ago digits nowrap" dateTime={isoOf(date)} title={date} tabIndex={-1} aria-label={`${ago}，${date}`}>
      <span>{ago}</span>
      <span>{date.slice(5, 16)}</span>
    </time>
  )
}

/** The current time, updated every half minute while the view is shown, so that relative times stay true. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const tick = (): void => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
