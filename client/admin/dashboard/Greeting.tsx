import { useSignals } from '@preact/signals-react/runtime'
import type { Summary } from '../../../contract/entities.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { newRecords } from '../newRecords.ts'
import { may, user } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Link } from '../ui/Link.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { chinaDay, greetingAt } from '../site/chinaDay.ts'

interface Props {
  now: number
  /** When the numbers below were loaded; 0 before that. */
  at: number
  summary: Summary | undefined
  /** Why the last refresh failed. */
  why: string
  onRefresh(): void
}

/** There is room for three in one line; the palette has all. */
const mostShortcuts = 3

/** One line: the greeting, a sentence of yesterday, and shortcuts. */
export function Greeting({ now, at, summary, why, onRefresh }: Props) {
  useSignals()
  const time = chinaTime(now)
  const stale = why !== '' && at > 0
  return (
    <header className="dashboard-head row wraps">
      <h1>
        {greetingAt(time)}
        {user.value && `，${user.value.name}`}
      </h1>
      {summary && <p className="muted">{yesterdayOf(summary) ?? todayOf(time)}</p>}
      {stale && (
        <p className="row small">
          <span className="bad" role="alert">{`${why}，以下仍是 ${chinaTime(at).slice(11, 16)} 的数据`}</span>
          <RetryButton onRetry={onRefresh} />
        </p>
      )}
      <nav className="dashboard-shortcuts row push" aria-label="快捷操作">
        {may('record:edit') &&
          newRecords()
            .slice(0, mostShortcuts)
            .map(({ title, path, icon }) => (
              <Link key={path} href={path} className="button">
                <AdminIcon name={icon} />
                {title}
              </Link>
            ))}
      </nav>
    </header>
  )
}

/** Returns undefined for who may not see the visits. */
function yesterdayOf({ visits, topPage }: Summary): string | undefined {
  if (!visits) return undefined
  const { count = 0, visitors } = visits[visits.length - 2] ?? {}
  if (count === 0) return '昨天没有人来过网站'
  const came =
    visitors === undefined
      ? `昨天网站被打开${count.toLocaleString('zh-CN')}次`
      : `昨天${visitors.toLocaleString('zh-CN')}人来过`
  return topPage ? `${came}，看得最多的是“${topPage.title ?? topPage.path}”` : came
}

function todayOf(time: string): string {
  const { long, weekday } = chinaDay(time.slice(0, 10))
  return `今天是${long}，${weekday}`
}
