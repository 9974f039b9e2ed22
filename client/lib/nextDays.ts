/** Tomorrow, in three days and the Monday of the next week, from a time as in replies. */
export function nextDays(time: string) {
  const [year = 0, month = 1, date = 1] = time.slice(0, 10).split('-').map(Number)
  const dayIn = (days: number): string => new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
  const weekday = new Date(Date.UTC(year, month - 1, date)).getUTCDay()
  // The week begins on Monday: on a Sunday the next one is tomorrow.
  const untilMonday = weekday === 0 ? 1 : 8 - weekday
  return [
    { label: '明天', day: dayIn(1) },
    { label: '三天后', day: dayIn(3) },
    { label: '下周一', day: dayIn(untilMonday) },
  ]
}
