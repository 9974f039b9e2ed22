import type { ReactNode } from 'react'
import type { Summary } from '../../../contract/entities.ts'
import { kindNames, kinds, recordPath } from '../../../contract/kinds.ts'
import { chinaTime, isoOf, relativeTime } from '../../lib/relativeTime.ts'
import { unfinishedOf } from '../form/record.ts'
import { shortTime } from '../form/stateText.ts'
import { nameOr } from '../list/cells.tsx'
import { Link } from '../ui/Link.tsx'

interface Entry {
  key: string
  href: string
  title: string
  note: ReactNode
  problem?: string | undefined
}

/** What visitors do not see yet, and what will change by itself: drafts, times, and what was typed in this browser and never saved. */
export function Unpublished({ summary, now }: { summary: Summary | undefined; now: number }) {
  const times = coming(summary)
  const parts = [
    { title: '没写完的', entries: unfinished(now), more: undefined },
    { title: '草稿', entries: drafts(summary, now), more: summary?.drafts && <MoreDrafts {...summary.drafts} /> },
    { title: '定时', entries: times.slice(0, shownTimes), more: times.length > shownTimes && <small>{`共 ${times.length} 项`}</small> },
  ].filter(({ entries }) => entries.length > 0)
  if (parts.length === 0) return null
  return (
    <section className="dashboard-sheet dashboard-unpublished card" aria-labelledby="dashboard-unpublished">
      <h2 id="dashboard-unpublished" className="visually-hidden">草稿与定时</h2>
      {parts.map(({ title, entries, more }) => (
        <div key={title}>
          <h3 className="split">{title}{more}</h3>
          <ul>
            {entries.map(({ key, href, title, note, problem }) => (
              <li key={key}>
                <Link href={href} className="split">
                  <span className="clamped" title={title}>{title}</span>
                  <span className="muted small nowrap">{note}</span>
                </Link>
                {problem && <p className="bad small">{`${problem}，请打开处理`}</p>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

const shownTimes = 5

/** What is kept in this browser only. */
const unfinished = (now: number): Entry[] =>
  kindNames.flatMap((kind) => unfinishedOf(kind).map(({ id, title, at }) => ({
    key: `${kind}/${id}`, href: id === '' ? `${kinds[kind].screen}?add=1` : recordPath(kind, id),
    title: `没写完的${kinds[kind].noun}${title && `：${title}`}`, note: <>{ago(chinaTime(at), now)} · <b>继续</b></>,
  })))

const drafts = (summary: Summary | undefined, now: number): Entry[] =>
  (summary?.drafts?.latest ?? []).map(({ kind, id, title, savedBy, savedAt }) => ({
    key: `${kind}/${id}`, href: recordPath(kind, id), title: `${kinds[kind].noun}：${nameOr(title)}`,
    note: <>{savedBy && `${savedBy} · `}{ago(savedAt, now)}</>,
  }))

const coming = (summary: Summary | undefined): Entry[] =>
  (summary?.coming ?? []).map(({ kind, id, change, title, time, problem }) => ({
    key: `${kind}/${id}/${change}`, href: recordPath(kind, id), title: `${kinds[kind].noun}：${nameOr(title)}`, problem,
    note: <><time dateTime={isoOf(time)}>{shortTime(time)}</time>{change === 'publish' ? ' 发布' : ' 下线'}</>,
  }))

const ago = (date: string, now: number): ReactNode => <time dateTime={isoOf(date)} title={date}>{relativeTime(date, now)}</time>

/** Where the others are: the lists of those kinds that have some. */
const MoreDrafts = ({ count, latest }: NonNullable<Summary['drafts']>) => count > latest.length && (
  <span className="row small">
    {`共 ${count} 份`}
    {kindNames.filter((name) => latest.some(({ kind }) => kind === name)).map((name) => (
      <Link key={name} href={`${kinds[name].screen}?show=drafts`}>{`全部${kinds[name].noun}`}</Link>
    ))}
  </span>
)
