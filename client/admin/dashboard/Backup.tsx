import type { Summary } from '../../../contract/entities.ts'
import { bytes } from '../../../contract/bytes.ts'
import { isoOf, relativeTime } from '../../lib/relativeTime.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'

/** Whether the content can be restored, and from when. */
export function Backup({ summary, now }: { summary: Summary | undefined; now: number }) {
  const backup = summary?.backup
  const verified = backup?.verified
  return (
    <section className="dashboard-sheet dashboard-backup card" aria-labelledby="dashboard-backup">
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
              {verified.gone ? '文件不见了' : <><AdminIcon name="check" />已校验</>}
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
      {backup?.daily && !verified && (
        <p className="muted">{backup.failed ? '还没有一份成功的备份，原因见上面的提示。' : '正在制作第一份备份，完成后显示在这里。'}</p>
      )}
    </section>
  )
}
