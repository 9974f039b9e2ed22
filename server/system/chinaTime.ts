const offset = 8 * 3_600_000

/** `2026-11-20T16:07:49.123+08:00`: China has one time zone and no daylight saving time. */
export const chinaTime = (ms: number): string => `${new Date(ms + offset).toISOString().slice(0, 23)}+08:00`

/** Increases by one at each midnight in China. */
export const chinaDayNumber = (ms: number): number => Math.floor((ms + offset) / 86_400_000)

/** Goes from 0 to 23. */
export const chinaHour = (ms: number): number => Math.floor((ms + offset) / 3_600_000) % 24

/** So many months earlier at the same time of day; on the last day of a month that is shorter. */
export function monthsBefore(ms: number, months: number): number {
  const date = new Date(ms + offset)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() - months)
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime() - offset
}

/** When a day, `2026-11-20`, begins in China and when the next one does. */
export function chinaDay(day: string) {
  const start = Date.parse(`${day}T00:00:00Z`) - offset
  return { start, end: start + 24 * 3_600_000 }
}
