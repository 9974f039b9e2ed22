import { adminScreens, agentPath } from '../../../contract/adminPaths.ts'
import type { Summary } from '../../../contract/entities.ts'
import { subjectOf } from '../leads/agentWords.ts'
import { Ago } from '../ui/Ago.tsx'
import { CopyPhone } from '../leads/CopyPhone.tsx'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Link } from '../ui/Link.tsx'
import { Sheet } from '../ui/sheets.tsx'

/** The five newest applications and inquiries, ready to be called back. */
export function Latest({ summary, now }: { summary: Summary | undefined; now: number }) {
  return (
    <Sheet
      title="最新线索" name="dashboard-latest"
      aside={<Link className="row strong" href={adminScreens.agents}>查看全部<AdminIcon name="chevron-right" /></Link>}
    >
      {!summary && <Waiting />}
      {summary?.applications?.latest.length === 0 && (
        <div className="dashboard-empty message">
          <AdminIcon name="handshake" />
          <p className="strong">还没有客户线索</p>
          <p>访客在网站上咨询或申请后，会第一时间显示在这里</p>
        </div>
      )}
      <ol>
        {summary?.applications?.latest.map((row) => (
          <li key={row.agentId}>
            <Link className="strong clamped" href={agentPath(row.agentId)} title="查看详情">{row.agentInfo || row.agentName}</Link>
            <Ago date={row.createDate} now={now} />
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
