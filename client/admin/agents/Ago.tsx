import { isoOf, relativeTime } from '../../lib/relativeTime.ts'

/** How long ago; the exact time under the pointer, and in its place when a key or a finger comes to it. */
export function Ago({ date, now }: { date: string; now: number }) {
  const said = relativeTime(date, now)
  return (
    <time className="ago" dateTime={isoOf(date)} title={date} tabIndex={0} aria-label={`${said}，${date}`}>
      <span>{said}</span>
      <span>{date.slice(0, 16)}</span>
    </time>
  )
}
