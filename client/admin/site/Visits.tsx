import type { ReactNode } from 'react'
import { maxVisitors, type VisitDay } from '../../../contract/calls/visits.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { Chart } from '../ui/Chart.tsx'
import { Facts, Sheet } from '../ui/sheets.tsx'
import { chinaDay } from './chinaDay.ts'

/** A mean under ten keeps a tenth, or few visits would be none. */
const figure = (value: number): string =>
  (value < 10 ? Math.round(value * 10) / 10 : Math.round(value)).toLocaleString('zh-CN')

const visitorsOf = (visitors: number): string =>
  `${visitors >= maxVisitors ? '至少' : ''}${visitors.toLocaleString('zh-CN')}位访客`

/** How often pages of the site were opened and by how many visitors, day by day; `children` are added below it. */
export function Visits({
  days,
  count,
  children,
}: {
  days: readonly VisitDay[] | undefined
  count: number
  children?: ReactNode
}) {
  const visits = days ?? []
  const total = visits.reduce((sum, { count }) => sum + count, 0)
  // Since visitors are counted; before, the site was older or not there.
  const counted = visits.slice(visits.findIndex(({ visitors }) => visitors !== undefined))
  const visitors = counted.reduce((sum, { visitors = 0 }) => sum + visitors, 0)
  const points = visits.map(({ day, count, visitors }) => {
    const { short, long, weekday } = chinaDay(day)
    return {
      key: day,
      label: short,
      title: `${long} ${weekday}`,
      value: count,
      ...(visitors && { more: visitorsOf(visitors) }),
    }
  })
  const title = `近${count}天访问量`
  return (
    <Sheet
      title={title}
      name="dashboard-visits"
      aside={
        total > 0 && (
          <Facts
            facts={[
              ['合计', figure(total)],
              ['日均', figure(total / visits.length)],
              ['日均访客', visitors > 0 && figure(visitors / counted.length)],
            ]}
          />
        )
      }
    >
      {days ? (
        <Chart
          points={points}
          label={`${title}，共${total}次`}
          unit="次"
          heads={['日期', '访问次数', '访客']}
          empty={`近${count}天还没有访问记录，有人浏览网站后会显示在这里`}
        />
      ) : (
        <div className="chart-waiting" aria-hidden="true">
          <span className="ghost" />
        </div>
      )}
      {total > 0 && (
        <p className="dashboard-foot muted small">
          {lastOf(visits)?.count ? '斜线为今天，仍在统计中。' : ''}不使用Cookie，不记录访客身份。{children}
        </p>
      )}
    </Sheet>
  )
}
