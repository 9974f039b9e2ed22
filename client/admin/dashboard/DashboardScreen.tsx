import { adminScreens } from '../../../contract/calls/adminPaths.ts'
import { Backup, Counts, Inquiries, Latest, Unpublished, Entries, LeadLists } from './sheets.tsx'
import {
  DiskUse,
  EndedSecondFactor,
  Faults,
  FirstPassword,
  NewDevices,
  OpenChecks,
  PausedChannels,
  RefusedApplications,
} from './warnings.tsx'
import { Visits } from '../site/Visits.tsx'
import { api } from '../session/api.ts'
import { may, user } from '../session/session.ts'
import { AdminIcon, InlineLink, Link, RetryButton } from '../ui/buttons.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { useNow } from '../ui/useNow.ts'
import { leadKindOf, leadPath } from '../../../contract/leads/leadKinds.ts'
import { leadKindNames } from '../../../contract/leads/leads.ts'
import type { LeadRow, Summary } from '../../../contract/kinds/entities.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { NextAt } from '../leads/leadColumns.tsx'
import { subjectOf, whoOf } from '../leads/leadWords.ts'
import { Sheet } from '../ui/sheets.tsx'
import { useSignals } from '@preact/signals-react/runtime'
import { newRecords } from '../records/newRecords.ts'
import { chinaDay, greetingAt } from '../site/chinaDay.ts'

/** 首页: new applications, totals and shortcuts; all visible at once on a wide screen. */
export function DashboardScreen() {
  const {
    data: summary,
    state,
    why,
    at,
    refresh,
  } = useLoaded((signal) => api('summary', {}, signal), [], { onShow: true })
  const now = useNow()
  return (
    <div className="dashboard stack loose" tabIndex={-1} aria-busy={state === 'loading'}>
      <Greeting now={now} at={at} summary={summary} why={state === 'failed' ? why : ''} onRefresh={refresh} />
      {state === 'failed' && !summary && (
        <div className="dashboard-failed card message" role="alert">
          <AdminIcon name="warning" />
          <p>{why}</p>
          <RetryButton onRetry={refresh} />
        </div>
      )}
      {(summary || state === 'loading') && (
        <div className="dashboard-body stack loose">
          <EndedSecondFactor />
          {may('site:update') ? <OpenChecks /> : <FirstPassword />}
          <NewDevices summary={summary} onSeen={refresh} />
          <Faults summary={summary} onKept={refresh} />
          <RefusedApplications summary={summary} />
          <PausedChannels summary={summary} />
          {may('agent:update') && <DueToday now={now} />}
          <Counts summary={summary} />
          {may('record:edit') && <Unpublished summary={summary} />}
          <div className="dashboard-columns stack loose">
            {may('agent:update') && <Latest summary={summary} />}
            {may('visits:list') && (
              <Visits days={summary?.visits} count={30}>
                <InlineLink href={adminScreens.visits}>访问统计</InlineLink>
              </Visits>
            )}
            {may('site:update') && (
              <div className="dashboard-pair stack loose">
                <Backup summary={summary} now={now} />
                <DiskUse summary={summary} />
              </div>
            )}
            <Inquiries summary={summary} />
          </div>
        </div>
      )}
    </div>
  )
}

const shownLeads = 5
/** Of so many one's own come first. */
const askedLeads = 50

/** Whom to get in touch with today: one's own leads first, and those of nobody before the others'. Nothing is shown on a day without. */
function DueToday({ now }: { now: number }) {
  const { data: due } = useLoaded(
    (signal) => api('leadList', { kind: 'all', due: true, sort: 'nextAt', order: 'asc', limit: askedLeads }, signal),
    [],
    { onShow: true },
  )
  if (!due || due.count === 0) return null
  const { name = '' } = user.peek() ?? {}
  const ofOwner = (owner: string): LeadRow[] => due.data.filter((row) => (row.owner ?? '') === owner)
  const kinds = leadKindNames.filter((kind) => due.data.some((row) => leadKindOf(row) === kind))
  const rows = [...new Set([...ofOwner(name), ...ofOwner(''), ...due.data])]
  const today = chinaTime(now).slice(0, 10)
  return (
    <Sheet
      title={`今天要联系（${due.count}）`}
      name="dashboard-due"
      aside={<LeadLists kinds={kinds} query="?show=due" />}
    >
      <Entries
        entries={rows.slice(0, shownLeads).map((row) => ({
          key: row.agentId,
          href: leadPath(row.agentId, leadKindOf(row)),
          title: `${whoOf(row)} ${subjectOf(row)}`,
          note: (
            <>
              {row.owner} <NextAt row={row} today={today} />
            </>
          ),
        }))}
      />
    </Sheet>
  )
}

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
function Greeting({ now, at, summary, why, onRefresh }: Props) {
  useSignals()
  const time = chinaTime(now)
  const isStale = why !== '' && at > 0
  return (
    <header className="dashboard-head row wraps">
      <h1>
        {greetingAt(time)}
        {user.value && `，${user.value.name}`}
      </h1>
      {summary && <p className="muted">{yesterdayOf(summary) ?? todayOf(time)}</p>}
      {isStale && (
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
