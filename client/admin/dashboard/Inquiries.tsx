import type { Summary } from '../../../contract/entities.ts'
import { Chart } from '../ui/Chart.tsx'
import { Facts, Sheet } from '../ui/sheets.tsx'
import { chinaDay } from '../site/chinaDay.ts'

/** How many applications and inquiries came week by week, and from where; nothing before the first one. */
export function Inquiries({ summary }: { summary: Summary | undefined }) {
  const { weeks = [], sources = [] } = summary?.applications ?? {}
  const total = weeks.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const points = weeks.map(({ week, count }) => {
    const { short, long } = chinaDay(week)
    return { key: week, label: short, title: `${long}起一周`, value: count }
  })
  return (
    <Sheet
      title="近12周客户线索" name="dashboard-inquiries" aside={<Facts facts={[['合计', total.toLocaleString('zh-CN')]]} />}
    >
      <Chart
        points={points} label={`近12周客户线索，共${total}条`} unit="条" heads={['周一', '条数']} empty="" openEnd each="周" height={176}
      />
      {sources.length > 0 && (
        <div className="inquiry-sources">
          <h3 className="muted small">近30天来源</h3>
          <dl className="small">
            {sources.map(({ source, count }) => (
              <div key={source}>
                <dt className="clamped muted" title={source}>{source}</dt>
                <dd>{count}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Sheet>
  )
}
