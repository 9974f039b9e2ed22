import { adminScreens } from '../../../contract/adminPaths.ts'
import { Backup, Counts, Inquiries, Latest, Unpublished } from './sheets.tsx'
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
import { Greeting } from './Greeting.tsx'
import { Visits } from '../site/Visits.tsx'
import { api } from '../api.ts'
import { may } from '../session.ts'
import { DueToday } from './DueToday.tsx'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { InlineLink } from '../ui/Link.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { useNow } from '../ui/useNow.ts'

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
          <Faults summary={summary} />
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
