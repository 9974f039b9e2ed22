import { adminScreens } from '../../../contract/adminPaths.ts'
import type { Summary } from '../../../contract/entities.ts'
import { Ago } from '../agents/Ago.tsx'
import { CopyPhone } from '../agents/CopyPhone.tsx'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Link } from '../ui/Link.tsx'

/** The five newest applications, ready to be called back. */
export function Latest({ summary, now }: { summary: Summary | undefined; now: number }) {
  return (
    <section className="dashboard-sheet dashboard-latest card" aria-labelledby="dashboard-latest">
      <header className="split wraps">
        <h2 id="dashboard-latest">最新申请</h2>
        <Link className="row strong" href={adminScreens.agents}>
          查看全部
          <AdminIcon name="chevron-right" />
        </Link>
      </header>
      {!summary && <Waiting />}
      {summary?.applications.latest.length === 0 && (
        <div className="dashboard-empty message">
          <AdminIcon name="handshake" />
          <p className="strong">还没有代理加盟申请</p>
          <p>访客在网站提交后，会第一时间显示在这里</p>
        </div>
      )}
      <ol>
        {summary?.applications.latest.map(({ agentId, agentInfo, agentName, phone, createDate }) => (
          <li key={agentId}>
            <p className="strong clamped">{agentInfo}</p>
            <Ago date={createDate} now={now} />
            <p className="muted">{agentName}</p>
            <CopyPhone phone={phone} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const Waiting = () => (
  <div className="dashboard-waiting" aria-hidden="true">
    {Array.from({ length: 5 }, (_, index) => (
      <span key={index} className="ghost" />
    ))}
  </div>
)
