import type { Summary } from '../../../contract/entities.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'

/** Warns that the hourly limit has refused applications: real ones may be among them, and only the visitor saw the message. */
export function RefusedApplications({ summary }: { summary: Summary | undefined }) {
  const refused = summary?.applications.refused
  if (!refused) return null
  return (
    <div className="dashboard-warning" role="alert">
      <AdminIcon name="warning" />
      <p>
        <strong>
          近7天有 {refused.count.toLocaleString('zh-CN')} 次代理加盟申请因提交过多未被接收，最近一次在 {refused.lastAt.slice(0, 16)}
        </strong>
      </p>
      <p>访客看到的是请拨打电话的提示。如果最新申请是乱填的，请删除并告诉技术人员；如果都是真实的申请，请技术人员提高每小时的上限。</p>
    </div>
  )
}
