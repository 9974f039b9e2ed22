import { adminScreens } from '../../../contract/adminPaths.ts'
import type { Summary } from '../../../contract/entities.ts'
import { kinds } from '../../../contract/kinds.ts'
import type { Permission } from '../../../contract/roles.ts'
import { may } from '../session.ts'
import { Link } from '../ui/Link.tsx'

interface Count {
  permission: Permission
  words: string
  path: string
  value: number | undefined
  unit: string
  note?: string | undefined
  fresh?: boolean
}

/** How much there is of each kind, linked to its screen. */
export function Counts({ summary }: { summary: Summary | undefined }) {
  const applications = summary?.applications
  const doubtful = applications?.doubtful ? `，隔离 ${applications.doubtful} 条` : ''
  const all: Count[] = [
    {
      permission: 'agent:update', words: '近7天新线索', path: adminScreens.agents, value: applications?.lastWeek, unit: '条',
      note: applications && `累计 ${applications.count.toLocaleString('zh-CN')} 条${doubtful}`, fresh: (applications?.lastWeek ?? 0) > 0,
    },
    { permission: 'record:edit', words: '产品', path: kinds.product.screen, value: summary?.products, unit: '个' },
    { permission: 'record:edit', words: '新闻', path: kinds.news.screen, value: summary?.news, unit: '篇' },
    { permission: 'record:edit', words: '轮播图', path: kinds.carousel.screen, value: summary?.photos, unit: '张' },
  ]
  const counts = all.filter(({ permission }) => may(permission))
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
