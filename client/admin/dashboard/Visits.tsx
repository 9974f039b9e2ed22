import type { Summary } from '../../../contract/entities.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { Chart } from '../ui/Chart.tsx'
import { chinaDay } from './chinaDay.ts'

/** A mean under ten keeps a tenth, or few visits would be none. */
const figure = (value: number): string => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value)).toLocaleString('zh-CN')

/** How often pages of the site were called up, day by day. */
export function Visits({ summary }: { summary: Summary | undefined }) {
  const visits = summary?.visits ?? []
  const total = visits.reduce((sum, { count }) => sum + count, 0)
  const peak = visits.reduce((best, each) => (each.count > best.count ? each : best), { day: '', count: 0 })
  const points = visits.map(({ day, count }) => {
    const { short, long, weekday } = chinaDay(day)
    return { key: day, label: short, title: `${long} ${weekday}`, value: count }
  })
  return (
    <section className="dashboard-sheet dashboard-visits card" aria-labelledby="dashboard-visits">
      <header className="split wraps">
        <h2 id="dashboard-visits">近30天访问量</h2>
        {total > 0 && (
          <dl>
            <div>
              <dt>合计</dt>
              <dd>{figure(total)}</dd>
            </div>
            <div>
              <dt>日均</dt>
              <dd>{figure(total / visits.length)}</dd>
            </div>
            <div>
              <dt>最高 {chinaDay(peak.day).short}</dt>
              <dd>{figure(peak.count)}</dd>
            </div>
          </dl>
        )}
      </header>
      {summary ? (
        <Chart
          points={points} label={`近30天访问量，共${total}次`} unit="次" heads={['日期', '访问次数']} openEnd
          empty="近30天还没有访问记录，有人浏览网站后会显示在这里"
        />
      ) : (
        <div className="chart-waiting" aria-hidden="true">
          <span className="ghost" />
        </div>
      )}
      {total > 0 && (
        <p className="dashboard-foot muted small">{lastOf(visits)?.count ? '斜线为今天，仍在统计中。' : ''}不使用Cookie，不记录访客身份。</p>
      )}
    </section>
  )
}
