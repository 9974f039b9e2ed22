import { adminScreens, settingsFieldPath } from '../../../contract/adminPaths.ts'
import type { Summary } from '../../../contract/entities.ts'
import { useNow } from '../ui/Ago.tsx'
import { Backup } from './Backup.tsx'
import { Counts } from './Counts.tsx'
import { DiskUse } from './DiskUse.tsx'
import { FirstPassword } from './FirstPassword.tsx'
import { Greeting } from './Greeting.tsx'
import { Inquiries } from './Inquiries.tsx'
import { Latest } from './Latest.tsx'
import { NewDevices } from './NewDevices.tsx'
import { OpenChecks } from './OpenChecks.tsx'
import { Unpublished } from './Unpublished.tsx'
import { Visits } from '../site/Visits.tsx'
import { api } from '../api.ts'
import { may } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Link } from '../ui/Link.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { Warning } from '../ui/sheets.tsx'
import { useLoaded } from '../ui/useLoaded.ts'

/** 首页: new applications, totals and shortcuts; all visible at once on a wide screen. */
export function DashboardScreen() {
  const { data: summary, state, why, at, refresh } = useLoaded((signal) => api('summary', {}, signal), [], { onShow: true })
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
          <FirstPassword />
          {may('site:update') && <OpenChecks />}
          <NewDevices summary={summary} now={now} onSeen={refresh} />
          <Faults summary={summary} />
          <RefusedApplications summary={summary} />
          <PausedChannels summary={summary} />
          {may('site:update') && <DiskUse summary={summary} scarce />}
          <Counts summary={summary} />
          {may('record:edit') && <Unpublished summary={summary} now={now} />}
          <div className="dashboard-columns stack loose">
            {may('agent:update') && <Latest summary={summary} now={now} />}
            {may('visits:list') && (
              <Visits days={summary?.visits} count={30}>
                <Link className="inline-link" href={adminScreens.visits}>访问统计</Link>
              </Visits>
            )}
            {may('site:update') && (
              <div className="dashboard-pair stack loose">
                <Backup summary={summary} now={now} />
                <DiskUse summary={summary} scarce={false} />
              </div>
            )}
            <Inquiries summary={summary} />
          </div>
        </div>
      )}
    </div>
  )
}

/** Warns of what is wrong with the machine: lost files, backups that fail. */
function Faults({ summary }: { summary: Summary | undefined }) {
  const faults = summary?.faults ?? []
  return faults.length > 0 && <Warning titles={faults} />
}

/** Warns that the hourly limit has refused some: real ones may be among them, and only the visitor saw the message. */
function RefusedApplications({ summary }: { summary: Summary | undefined }) {
  const refused = summary?.applications?.refused
  if (!refused) return null
  const count = refused.count.toLocaleString('zh-CN')
  const title = `自服务器上次启动以来有 ${count} 次咨询或申请因提交过多未被接收，最近一次在 ${refused.lastAt.slice(0, 16)}`
  return (
    <Warning titles={[title]}>
      访客看到的是请拨打电话的提示。如果最新的客户线索是乱填的，请删除并告诉技术人员；如果都是真实的，请技术人员提高每小时的上限。
    </Warning>
  )
}

/** Warns that nobody hears of new inquiries by these channels until somebody puts them right. */
function PausedChannels({ summary }: { summary: Summary | undefined }) {
  const paused = summary?.channels?.paused ?? []
  return paused.length > 0 && (
    <Warning titles={paused.map(({ label, reason }) => `通知渠道“${label}”已暂停：${reason}`)}>
      {'新的咨询和申请不会通知到那里。'}
      {may('channel:update')
        ? <>处理好以后，在<Link className="inline-link" href={settingsFieldPath('inquiry', 'channels')}>通知</Link>里点“发送测试”，成功了就恢复。</>
        : '请告诉管理网站设置的同事。'}
    </Warning>
  )
}
