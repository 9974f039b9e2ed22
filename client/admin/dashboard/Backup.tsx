import type { Summary } from '../../../contract/entities.ts'
import { bytes } from '../../../contract/bytes.ts'
import { isoOf, relativeTime } from '../../lib/relativeTime.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Facts, Sheet } from '../ui/sheets.tsx'

/** Whether the content can be restored, and from when. */
export function Backup({ summary, now }: { summary: Summary | undefined; now: number }) {
  const backup = summary?.backup
  const verified = backup?.verified
  return (
    <Sheet title="备份" name="dashboard-backup">
      {!backup && <span className="ghost" />}
      {verified && (
        <Facts
          facts={[
            ['最近备份', <time dateTime={isoOf(verified.at)} title={verified.at}>{relativeTime(verified.at, now)}</time>],
            ['大小', bytes(verified.bytes)],
            ['校验', verified.gone ? '文件不见了' : <><AdminIcon name="check" />已校验</>],
            ['异地保存', verified.hook && (verified.hook.code === 0 ? '已发送' : '未成功')],
          ]}
        />
      )}
      {backup && !backup.daily && (
        <p className="muted">还没有自动备份，请技术人员开启每日备份。</p>
      )}
      {backup?.daily && !verified && (
        <p className="muted">{backup.failed ? '还没有一份成功的备份，原因见上面的提示。' : '正在制作第一份备份，完成后显示在这里。'}</p>
      )}
    </Sheet>
  )
}
