import { dayMs, minuteMs } from '../../contract/text/durations.ts'
/** China has one time zone and no summer time. */
const zoneMs = 8 * 3_600_000
/** The clocks of browser and server differ a little. */
const skewMs = 5 * minuteMs

/** `YYYY-MM-DD HH:mm:ss`, as in replies, whatever the browser's time zone is. */
export const chinaTime = (ms: number): string => new Date(ms + zoneMs).toISOString().slice(0, 19).replace('T', ' ')

/** A date from a reply with its time zone, for machines. */
export const isoOf = (date: string): string => `${date.replace(' ', 'T')}+08:00`

/** How long ago a date from a reply was, by the calendar of China; beyond a week, the date. */
export function relativeTime(date: string, now: number): string {
  const time = Date.parse(isoOf(date))
  if (Number.isNaN(time)) return date
  const ago = now - time
  if (ago < -skewMs) return date.slice(0, 16)
  if (ago < minuteMs) return '刚刚'
  if (ago < 60 * minuteMs) return `${Math.floor(ago / minuteMs)}分钟前`
  const days = dayOf(now) - dayOf(time)
  if (days === 0) return `${Math.floor(ago / (60 * minuteMs))}小时前`
  if (days === 1) return `昨天 ${date.slice(11, 16)}`
  return days < 7 ? `${days}天前` : date.slice(0, 10)
}

const dayOf = (ms: number): number => Math.floor((ms + zoneMs) / dayMs)
