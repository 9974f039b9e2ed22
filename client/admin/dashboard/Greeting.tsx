import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { chinaTime } from '../../lib/relativeTime.ts'
import { newRecords } from '../newRecords.ts'
import { may, user } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Link } from '../ui/Link.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { chinaDay, greetingAt } from './chinaDay.ts'

interface Props {
  now: number
  /** When the numbers below were loaded; 0 before that. */
  at: number
  busy: boolean
  /** Why the last refresh failed. */
  why: string
  onRefresh(): void
  children?: ReactNode
}

/** There is room for three in one line; the palette has all. */
const shortcuts = newRecords.slice(0, 3)

/** One line: the greeting, the day, how fresh the numbers are, and shortcuts. */
export function Greeting({ now, at, busy, why, onRefresh, children }: Props) {
  useSignals()
  const time = chinaTime(now)
  const stale = why !== '' && at > 0
  const { long, weekday } = chinaDay(time.slice(0, 10))
  return (
    <header className="dashboard-head row wraps">
      <h1>
        {greetingAt(time)}
        {user.value && `，${user.value.name}`}
      </h1>
      <p className="dashboard-date muted">
        {long} {weekday}
      </p>
      {children}
      <p className="dashboard-fresh row push muted small">
        {stale ? (
          <span className="bad" role="alert">{`${why}，以下仍是 ${chinaTime(at).slice(11, 16)} 的数据`}</span>
        ) : (
          <span className="fresh-words">{at > 0 ? `数据更新于 ${chinaTime(at).slice(11, 16)}` : busy && '正在加载数据…'}</span>
        )}
        {stale && <RetryButton onRetry={onRefresh} />}
      </p>
      <nav className="dashboard-shortcuts row" aria-label="快捷操作">
        {may('record:edit') && shortcuts.map(({ title, path, icon }) => (
          <Link key={path} href={path} className="button">
            <AdminIcon name={icon} />
            {title}
          </Link>
        ))}
      </nav>
    </header>
  )
}
