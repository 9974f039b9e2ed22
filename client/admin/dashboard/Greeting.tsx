import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import { chinaTime } from '../../lib/relativeTime.ts'
import { user } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { chinaDay, greetingAt } from './chinaDay.ts'

const shortcuts = [
  { words: '新增产品', path: '/AdminProduct?add=1', icon: 'box' },
  { words: '发布新闻', path: '/AdminNews?add=1', icon: 'news' },
  { words: '上传轮播图', path: '/AdminCarousel?add=1', icon: 'image' },
] as const

interface Props {
  now: number
  /** When the numbers below came; 0 while they have not. */
  at: number
  busy: boolean
  /** Why there is nothing newer. */
  why: string
  onRefresh(): void
}

/** The head of the sheet: who is greeted, the day, and what is done most. */
export function Greeting({ now, at, busy, why, onRefresh }: Props) {
  useSignals()
  const time = chinaTime(now)
  const stale = why !== '' && at > 0
  const { long, weekday } = chinaDay(time.slice(0, 10))
  return (
    <header className="dash-head">
      <div className="dash-hello">
        <p className="dash-date">
          <span>{time.slice(0, 4)}年</span>
          {long}
          <span>{weekday}</span>
        </p>
        <h1>
          {greetingAt(time)}
          {user.value && `，${user.value.name}`}
        </h1>
      </div>
      <nav className="dash-shortcuts" aria-label="快捷操作">
        {shortcuts.map(({ words, path, icon }) => (
          <Link key={path} href={path}>
            <AdminIcon name={icon} />
            {words}
          </Link>
        ))}
        <a href="/" target="_blank" rel="noopener">
          <AdminIcon name="arrow-up-right" />
          查看网站
          <span className="unseen">（在新窗口打开）</span>
        </a>
      </nav>
      <p className="dash-fresh">
        {stale ? (
          <span role="alert">{`${why}，以下仍是 ${chinaTime(at).slice(11, 16)} 的数据`}</span>
        ) : (
          <span>{at > 0 ? `数据更新于 ${chinaTime(at).slice(11, 16)}` : busy && '正在加载数据…'}</span>
        )}
        <button type="button" className={busy ? 'busy' : ''} aria-disabled={busy} onClick={() => !busy && onRefresh()}>
          <AdminIcon name="refresh" />
          {stale ? '重试' : '刷新'}
        </button>
      </p>
    </header>
  )
}
