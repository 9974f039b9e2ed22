import type { ReactNode } from 'react'
import { isoOf } from '../../lib/relativeTime.ts'

/** No field is required, so a record may have no name. */
export const nameOr = (name: string): string => name || '未命名'

/** One line; the full text on hover. */
export const clamped = (text: string, ink = ''): ReactNode =>
  text === '' ? <span className="muted">—</span> : <span className={`clamped ${ink}`.trim()} title={text}>{text}</span>

/** To the minute, on one line; to the second on hover. */
export const minute = (date: string): ReactNode => (
  <time dateTime={isoOf(date)} title={date}>
    {date.slice(0, 16)}
  </time>
)
