import type { BackupFact, Summary } from '../../../contract/entities.ts'
import { bytes } from '../../../contract/bytes.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { isoOf, relativeTime } from '../../lib/relativeTime.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'

/** Whether the content can be restored, and from when. */
export function Backup({ summary, now }: { summary: Summary | undefined; now: number }) {
  const backup = summary?.backup
  const verified = backup?.verified
  const warnings = backup ? backupWarnings(backup) : []
  return (
    <section
      className={warnings.length > 0 ? 'dashboard-sheet dashboard-backup card scarce' : 'dashboard-sheet dashboard-backup card'}
      aria-labelledby="dashboard-backup"
    >
      <header className="split wraps">
        <h2 id="dashboard-backup">备份</h2>
      </header>
      {!backup && <span className="ghost" />}
      {verified && (
        <dl className="backup-parts">
          <div>
            <dt>最近备份</dt>
            <dd>
              <time dateTime={isoOf(verified.at)} title={verified.at}>
                {relativeTime(verified.at, now)}
              </time>
            </dd>
          </div>
          <div>
            <dt>大小</dt>
            <dd>{bytes(verified.bytes)}</dd>
          </div>
          <div>
            <dt>校验</dt>
            <dd>
              <AdminIcon name="check" />
              已校验
            </dd>
          </div>
          {verified.hook && (
            <div>
              <dt>异地保存</dt>
              <dd>{verified.hook.code === 0 ? '已发送' : '未成功'}</dd>
            </div>
          )}
        </dl>
      )}
      {backup && !backup.daily && (
        <p className="muted">还没有自动备份，请技术人员开启每日备份。</p>
      )}
      {backup?.daily && !verified && !backup.failed && <p className="muted">正在制作第一份备份，完成后显示在这里。</p>}
      {warnings.length > 0 && (
        <ul className="backup-warnings stack tight" role="alert">
          {warnings.map((words) => (
            <li key={words}>
              <AdminIcon name="warning" />
              {words}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function backupWarnings({ verified, failed, overdue }: BackupFact): string[] {
  const warnings: string[] = []
  if (failed) warnings.push(`${failed.at.slice(0, 16)} 的备份失败：${failed.reason}。请联系技术人员。`)
  if (overdue) warnings.push('已超过48小时没有新的备份，请联系技术人员检查。')
  const hook = verified?.hook
  if (hook?.code) warnings.push(`备份已完成，但未能保存到异地（退出码 ${hook.code}）${hook.output && `：${lastLineOf(hook.output)}`}`)
  return warnings
}

const lastLineOf = (output: string): string => (lastOf(output.split('\n')) ?? '').slice(0, 200)
