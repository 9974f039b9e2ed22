import type { Topic } from './application.ts'
import type { Hours, WorkingDays } from '../text/hours.ts'

/** From one time of a day to a later one, in minutes after midnight. */
interface TimeSpan {
  from: number
  until: number
}

/** Reads 8:30-17:30; undefined for what is none. */
export function timeSpanIn(text: string): TimeSpan | undefined {
  const [first = '', second = '', ...more] = text.replace(/：/g, ':').split(/\s*[-–—～~至]+\s*/)
  const from = minuteIn(first)
  const until = minuteIn(second)
  if (from === undefined || until === undefined || from >= until || more.length > 0) return undefined
  return { from, until }
}

function minuteIn(time: string): number | undefined {
  const [whole, hour, minute] = /^(\d{1,2}):([0-5]\d)$/.exec(time.trim()) ?? []
  const minutes = Number(hour) * 60 + Number(minute)
  return whole === undefined || minutes > minutesPerDay ? undefined : minutes
}

const minutesPerDay = 24 * 60
const msPerMinute = 60_000
/** China has one time and no summer time. */
const chinaOffset = 8 * 60

/** A question that comes later waits for the next day. */
const lastMinutes = 60
/** So long after work begins, what has come before is answered. */
const firstMinutes = 60

/** They begin on Monday. */
export const workingDayCount: Readonly<Record<WorkingDays, number>> = { five: 5, six: 6, seven: 7 }

/** What somebody has asked, and the telephone or mail address that was left; nothing until it is typed. */
export interface Asking {
  topic?: Topic | undefined
  left?: string | undefined
}

/**
 * By when somebody is answered, and how. The company's `own` words are of a telephone call, for where its hours are not known or not
 * the time. Nobody promises a day to who looks for work. Public holidays are not known here.
 */
export function answerWords(
  { hours, own }: { hours?: Hours | undefined; own: string },
  { topic, left = '' }: Asking,
  now?: number,
): string {
  const isMail = left.includes('@')
  const how = isMail ? '回复邮件' : '回电'
  if (topic === '应聘') return `看过后尽快${how}`
  const by = hours && now !== undefined ? callBackBy(hours, now) : ''
  if (by) return `${by}前${how}，法定节假日顺延`
  return isMail ? `尽快${how}` : own
}

/** By when staff answer a question that is asked now, in China's time: 今天17:30 or 周一9:30; '' where no hours are set. */
export function callBackBy({ days, time }: Hours, now: number): string {
  const span = timeSpanIn(time)
  if (!span) return ''
  const minutesNow = Math.floor(now / msPerMinute) + chinaOffset
  const minute = minutesNow % minutesPerDay
  // The first day of 1970 was a Thursday, and weeks begin on Monday.
  const today = (Math.floor(minutesNow / minutesPerDay) + 3) % 7
  const first = clockTime(Math.min(span.from + firstMinutes, span.until))
  if (today < workingDayCount[days]) {
    if (minute < span.from) return `今天${first}`
    if (minute + lastMinutes <= span.until) return `今天${clockTime(span.until)}`
  }
  // All working days of a week follow each other.
  const tomorrow = (today + 1) % 7
  return tomorrow < workingDayCount[days] ? `明天${first}` : `周一${first}`
}

export const clockTime = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
