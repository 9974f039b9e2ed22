const weekdays = ['日', '一', '二', '三', '四', '五', '六']

/** From `YYYY-MM-DD`. A day has the same weekday everywhere, so no zone comes in. */
export function chinaDay(day: string) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const weekday = `周${weekdays[new Date(Date.UTC(year, month - 1, date)).getUTCDay()]}`
  return { short: `${month}/${date}`, long: `${month}月${date}日`, weekday }
}

/** The time is China's, as `YYYY-MM-DD HH:mm:ss`. */
export function greetingAt(time: string): string {
  const hour = Number(time.slice(11, 13))
  if (hour < 5) return '夜深了'
  if (hour < 9) return '早上好'
  if (hour < 12) return '上午好'
  if (hour < 14) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}
