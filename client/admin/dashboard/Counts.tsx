import { adminScreens } from '../../../contract/adminPaths.ts'
import type { Summary } from '../../../contract/entities.ts'
import { Link } from '../ui/Link.tsx'

/** How much there is of each kind, linked to its screen. */
export function Counts({ summary }: { summary: Summary | undefined }) {
  const counts = [
    {
      words: '近7天新线索', path: adminScreens.agents, value: summary?.applications.lastWeek, unit: '条',
      note: summary && `累计 ${summary.applications.count.toLocaleString('zh-CN')} 条`, fresh: (summary?.applications.lastWeek ?? 0) > 0,
    },
    { words: '产品', path: adminScreens.products, value: summary?.products, unit: '个' },
    { words: '新闻', path: adminScreens.news, value: summary?.news, unit: '篇' },
    { words: '轮播图', path: adminScreens.carousel, value: summary?.photos, unit: '张' },
  ]
  return (
    <ul className="dashboard-counts card">
      {counts.map(({ words, path, value, unit, note, fresh }) => (
        <li key={path} className={fresh ? 'fresh' : undefined}>
          <Link href={path}>
            <span className="count-words muted small">{words}</span>
            <span className="count-value">
              {value === undefined ? <span className="ghost" /> : value.toLocaleString('zh-CN')}
              <small>{value === undefined ? '' : unit}</small>
            </span>
            {note && <span className="count-note muted small clamped">{note}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
