const written =
  /(?<!\d)((?:19|20)\d{2})\s{0,2}[-/.年]\s{0,2}(\d{1,2})\s{0,2}[-/.月]\s{0,2}(\d{1,2})(?!\d)\s{0,2}日?(?:[\sT]{0,3}(\d{1,2})[:：](\d{2})(?:[:：](\d{2}))?)?/
const inOtherZone = /\d(?:Z|[+-]\d{2}:?\d{2}|\s*(?:GMT|UTC)(?:[+-]\d{4})?)$/

/** The first date of a text as `YYYY-MM-DD HH:mm:ss`; '' if there is none. A time without a zone is China's. */
export function readDate(text: string): string {
  const trimmed = text.trim().slice(0, 400)
  if (inOtherZone.test(trimmed) && !Number.isNaN(Date.parse(trimmed))) return chinaDate(Date.parse(trimmed))
  const [, year = '', month = '', day = '', hour = '0', minute = '00', second = '00'] = written.exec(trimmed) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = `${hour.padStart(2, '0')}:${minute}:${second}`
  // A day that no month has would be moved to the next one.
  const isDate = new Date(`${date}T${time}Z`).toJSON()?.slice(0, 19) === `${date}T${time}`
  return isDate ? `${date} ${time}` : ''
}

/** China has one time zone and no daylight saving time. */
export const chinaDate = (ms: number): string =>
  new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
