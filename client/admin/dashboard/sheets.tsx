import type { ReactNode } from 'react'
import { leadKindOf, leadKinds, leadPath, type LeadKind } from '../../../contract/leads/leadKinds.ts'
import { leadKindNames } from '../../../contract/leads/leads.ts'
import { bytes } from '../../../contract/text/bytes.ts'
import type { Summary } from '../../../contract/kinds/entities.ts'
import { kindNames, kinds, recordPath } from '../../../contract/kinds/kinds.ts'
import type { Permission } from '../../../contract/calls/roles.ts'
import { chinaTime, isoOf, relativeTime } from '../../lib/relativeTime.ts'
import { unfinishedOf } from '../form/record.ts'
import { shortTime } from '../form/stateText.ts'
import { subjectOf } from '../leads/leadWords.ts'
import { CopyPhone } from '../leads/CopyPhone.tsx'
import { minute, nameOr } from '../list/cells.tsx'
import { isKindOpen } from '../records/newRecords.ts'
import { isClosed, may } from '../session/session.ts'
import { chinaDay } from '../site/chinaDay.ts'
import { AdminIcon, Link } from '../ui/buttons.tsx'
import { Chart } from '../ui/Chart.tsx'
import { Facts, Sheet } from '../ui/sheets.tsx'

/** Undefined until it is loaded. */
export interface OfSummary {
  summary: Summary | undefined
}

interface Count {
  permission: Permission
  words: string
  path: string
  value: number | undefined
  unit: string
  note?: string | undefined
  /** `leads` for applications and inquiries, `fresh` when there are new ones. */
  className?: string
}

const recordCounts = [
  { kind: 'product', counted: 'products', unit: '个' },
  { kind: 'news', counted: 'news', unit: '篇' },
  { kind: 'case', counted: 'cases', unit: '个' },
] as const

/** How much there is of each kind, linked to its screen. */
export function Counts({ summary }: OfSummary) {
  const all: Count[] = [
    ...leadKindsIn(summary).map((kind) => leadCount(kind, summary)),
    ...recordCounts
      .filter(({ kind }) => isKindOpen(kind))
      .map(
        ({ kind, counted, unit }): Count => ({
          permission: 'record:edit',
          words: kinds[kind].noun,
          path: kinds[kind].screen,
          value: summary?.[counted],
          unit,
        }),
      ),
  ]
  const counts = all.filter(({ permission }) => may(permission))
  return (
    <ul className="dashboard-counts card">
      {counts.map(({ words, path, value, unit, note, className }) => (
        <li key={path} className={className}>
          <Link href={path}>
            <span className="count-words muted small">{words}</span>
            <span className="count-value">
              {value === undefined ? <span className="ghost" /> : value.toLocaleString('zh-CN')}
              <small>{value !== undefined && unit}</small>
            </span>
            {note && <span className="count-note muted small clamped">{note}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Of applications nothing is said while they are closed, unless there are some. */
const leadKindsIn = (summary: Summary | undefined): LeadKind[] =>
  leadKindNames.filter(
    (kind) => kind !== 'dealer' || !isClosed('agent') || (summary?.applications?.byKind.dealer.count ?? 0) > 0,
  )

function leadCount(kind: LeadKind, summary: Summary | undefined): Count {
  const { noun, screen } = leadKinds[kind]
  const { count = 0, doubtful = 0, lastWeek } = summary?.applications?.byKind[kind] ?? {}
  const apart = doubtful > 0 ? `，隔离 ${doubtful} 条` : ''
  return {
    permission: 'agent:update',
    words: `近7天${noun}`,
    path: screen,
    value: lastWeek,
    unit: '条',
    note: lastWeek === undefined ? undefined : `累计 ${count.toLocaleString('zh-CN')} 条${apart}`,
    className: lastWeek ? 'leads fresh' : 'leads',
  }
}

interface Entry {
  key: string
  href: string
  title: string
  note: ReactNode
  problem?: string | undefined
}

/** What visitors do not see yet, and what will change by itself: drafts, times, and what was typed in this browser and never saved. */
export function Unpublished({ summary }: OfSummary) {
  const times = comingEntries(summary)
  const parts = [
    { title: '没写完的', entries: unfinishedEntries(), more: undefined },
    { title: '草稿', entries: draftEntries(summary), more: summary?.drafts && <MoreDrafts {...summary.drafts} /> },
    {
      title: '定时',
      entries: times.slice(0, shownTimes),
      more: times.length > shownTimes && <small>{`共 ${times.length} 项`}</small>,
    },
  ].filter(({ entries }) => entries.length > 0)
  if (parts.length === 0) return null
  return (
    <section className="dashboard-sheet dashboard-unpublished card" aria-labelledby="dashboard-unpublished">
      <h2 id="dashboard-unpublished" className="visually-hidden">
        草稿与定时
      </h2>
      {parts.map(({ title, entries, more }) => (
        <div key={title}>
          <h3 className="split">
            {title}
            {more}
          </h3>
          <Entries entries={entries} />
        </div>
      ))}
    </section>
  )
}

export const Entries = ({ entries }: { entries: readonly Entry[] }) => (
  <ul>
    {entries.map(({ key, href, title, note, problem }) => (
      <li key={key}>
        <Link href={href} className="split">
          <span className="clamped" title={title}>
            {title}
          </span>
          <span className="muted small nowrap">{note}</span>
        </Link>
        {problem && <p className="bad small">{`${problem}，请打开处理`}</p>}
      </li>
    ))}
  </ul>
)

const shownTimes = 5

/** What is kept in this browser only. */
const unfinishedEntries = (): Entry[] =>
  kindNames.flatMap((kind) =>
    unfinishedOf(kind).map(({ id, title, at }) => ({
      key: `${kind}/${id}`,
      href: id === '' ? `${kinds[kind].screen}?add=1` : recordPath(kind, id),
      title: `没写完的${kinds[kind].noun}${title && `：${title}`}`,
      note: (
        <>
          {shortMinute(chinaTime(at))} · <b>继续</b>
        </>
      ),
    })),
  )

const draftEntries = (summary: Summary | undefined): Entry[] =>
  (summary?.drafts?.latest ?? []).map(({ kind, id, title, savedBy, savedAt }) => ({
    key: `${kind}/${id}`,
    href: recordPath(kind, id),
    title: `${kinds[kind].noun}：${nameOr(title)}`,
    note: (
      <>
        {savedBy && `${savedBy} · `}
        {shortMinute(savedAt)}
      </>
    ),
  }))

const comingEntries = (summary: Summary | undefined): Entry[] =>
  (summary?.coming ?? []).map(({ kind, id, change, title, time, problem, others }) => ({
    key: `${kind}/${id}/${change}`,
    href: recordPath(kind, id),
    title: `${kinds[kind].noun}：${nameOr(title)}`,
    problem,
    note: (
      <>
        {shortMinute(time)}
        {change === 'publish' ? ' 发布' : ' 下线'}
        {others && <br />}
        {others && `连同${others}的修改`}
      </>
    ),
  }))

/** In lists, where there is no room for the year. */
export const shortMinute = (date: string): ReactNode => minute(date, shortTime(date))

/** Where the others are: the lists of those kinds that have some. */
const MoreDrafts = ({ count, latest }: NonNullable<Summary['drafts']>) =>
  count > latest.length && (
    <span className="row small">
      {`共 ${count} 份`}
      {[...new Set(latest.map(({ kind }) => kind))].map((name) => (
        <Link key={name} href={`${kinds[name].screen}?show=drafts`}>{`全部${kinds[name].noun}`}</Link>
      ))}
    </span>
  )

/** Leads to both lists. */
export const LeadLists = ({ kinds: shown, query = '' }: { kinds: readonly LeadKind[]; query?: string }) => (
  <span className="row">
    {shown.map((kind) => (
      <Link key={kind} className="small strong nowrap" href={leadKinds[kind].screen + query}>
        {leadKinds[kind].title}
      </Link>
    ))}
  </span>
)

/** The five newest applications and inquiries, ready to be called back. */
export function Latest({ summary }: OfSummary) {
  return (
    <Sheet title="最新线索" name="dashboard-latest" aside={<LeadLists kinds={leadKindsIn(summary)} />}>
      {!summary && <Waiting />}
      {summary?.applications?.latest.length === 0 && (
        <div className="dashboard-empty message">
          <AdminIcon name="handshake" />
          <p className="strong">还没有客户线索</p>
          <p>访客在网站上提交后，会第一时间显示在这里</p>
        </div>
      )}
      <ol>
        {summary?.applications?.latest.map((row) => (
          <li key={row.agentId}>
            <Link className="strong clamped" href={leadPath(row.agentId, leadKindOf(row))} title="查看详情">
              {row.agentInfo || row.agentName}
            </Link>
            {shortMinute(row.createDate)}
            <p className="muted clamped">{row.agentInfo ? `${row.agentName} · ${subjectOf(row)}` : subjectOf(row)}</p>
            <CopyPhone phone={row.phone} />
          </li>
        ))}
      </ol>
    </Sheet>
  )
}

const Waiting = () => (
  <div className="dashboard-waiting" aria-hidden="true">
    {Array.from({ length: 5 }, (_, index) => (
      <span key={index} className="ghost" />
    ))}
  </div>
)

/** Whether the content can be restored, and from when. */
export function Backup({ summary, now }: OfSummary & { now: number }) {
  const backup = summary?.backup
  const verified = backup?.verified
  const offsite = backup?.offsite
  const copy = offsite?.copy
  return (
    <Sheet title="备份" name="dashboard-backup">
      {!backup && <span className="ghost" />}
      {verified && (
        <Facts
          facts={[
            [
              '最近备份',
              <time dateTime={isoOf(verified.at)} title={verified.at}>
                {relativeTime(verified.at, now)}
              </time>,
            ],
            ['大小', bytes(verified.bytes)],
            [
              '校验',
              verified.gone ? (
                '文件不见了'
              ) : (
                <>
                  <AdminIcon name="check" />
                  已校验
                </>
              ),
            ],
            [
              '异地存储',
              copy && (
                <time dateTime={isoOf(copy.at)} title={copy.at}>
                  {relativeTime(copy.at, now)}
                </time>
              ),
            ],
            ['每分钟', offsite?.minuteAt && `已送到${relativeTime(offsite.minuteAt, now)}`],
            ['异地保存', verified.hook && (verified.hook.code === 0 ? '已发送' : '未成功')],
          ]}
        />
      )}
      {backup && !backup.daily && <p className="muted">还没有自动备份，请技术人员开启每日备份。</p>}
      {backup?.daily && !verified && (
        <p className="muted">
          {backup.failed ? '还没有一份成功的备份，原因见上面的提示。' : '正在制作第一份备份，完成后显示在这里。'}
        </p>
      )}
    </Sheet>
  )
}

/** How many applications and inquiries came week by week, and from where; nothing before the first one. */
export function Inquiries({ summary }: OfSummary) {
  const { weeks = [], sources = [], products = [] } = summary?.applications ?? {}
  const total = weeks.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const points = weeks.map(({ week, count }) => {
    const { short, long } = chinaDay(week)
    return { key: week, label: short, title: `${long}起一周`, value: count }
  })
  return (
    <Sheet
      title="近12周客户线索"
      name="dashboard-inquiries"
      aside={<Facts facts={[['合计', total.toLocaleString('zh-CN')]]} />}
    >
      <Chart
        points={points}
        label={`近12周客户线索，共${total}条`}
        unit="条"
        heads={['周一', '条数']}
        empty=""
        each="周"
        height={176}
      />
      <Most title="近30天来源" rows={sources.map(({ source, count }) => [source, count])} />
      <Most
        title="近30天询价最多的产品"
        rows={products.map(({ product, count }) => [product, count])}
        linkOf={(product) => `${leadKinds.inquiry.screen}?word=${encodeURIComponent(product)}`}
      />
    </Sheet>
  )
}

interface MostProps {
  title: string
  rows: readonly (readonly [name: string, count: number])[]
  linkOf?(name: string): string
}

function Most({ title, rows, linkOf }: MostProps) {
  if (rows.length === 0) return null
  return (
    <div className="inquiry-sources">
      <h3 className="muted small">{title}</h3>
      <dl className="small">
        {rows.map(([name, count]) => (
          <div key={name}>
            <dt className="clamped muted" title={name}>
              {linkOf ? <a href={linkOf(name)}>{name}</a> : name}
            </dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
