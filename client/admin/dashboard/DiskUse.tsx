import type { Summary } from '../../../contract/entities.ts'
import { bytes } from '../../../contract/bytes.ts'
import { Warning } from '../ui/sheets.tsx'

const scarceUnder = 1_073_741_824

function warningOf({ free, low }: NonNullable<Summary['disk']>): string | undefined {
  if (low) {
    const where = low.applications ? '剩余空间' : '存放图片的磁盘剩余空间'
    const refused = [...(low.applications ? ['接收客户线索'] : []), ...(low.uploads ? ['上传图片'] : [])].join('和')
    return `${where}低于预留的 ${bytes(low.reserve)}，已暂停${refused}；其他内容仍可保存。请立即联系技术人员清理或扩容。`
  }
  return free !== undefined && free < scarceUnder ? '剩余空间不足1 GB，可能很快无法保存内容和上传图片，请尽快联系技术人员清理或扩容。' : undefined
}

/** How much of the disk the site uses, and how much is free: one line while all is well, else a warning. */
export function DiskUse({ summary, scarce }: { summary: Summary | undefined; scarce: boolean }) {
  const disk = summary?.disk
  const warning = disk && warningOf(disk)
  if (!disk || (warning !== undefined) !== scarce) return null
  const parts = [
    `数据 ${bytes(disk.data)}`, `上传的文件 ${bytes(disk.uploads)}`,
    // Left out where the system does not say.
    ...(disk.free === undefined ? [] : [`剩余空间 ${bytes(disk.free)}`]),
  ]
  const words = `磁盘空间：${parts.join('，')}`
  return warning ? <Warning titles={[warning]}>{words}</Warning> : <p className="muted small">{words}</p>
}
