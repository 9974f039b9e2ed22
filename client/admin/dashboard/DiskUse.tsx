import type { Summary } from '../../../contract/entities.ts'
import { bytes } from '../../../contract/bytes.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'

const scarceUnder = 1_073_741_824

export function diskWarning({ free, low }: NonNullable<Summary['disk']>): string | undefined {
  if (low) {
    const where = low.applications ? '剩余空间' : '存放图片的磁盘剩余空间'
    const refused = [...(low.applications ? ['接收客户线索'] : []), ...(low.uploads ? ['上传图片'] : [])].join('和')
    return `${where}低于预留的 ${bytes(low.reserve)}，已暂停${refused}；其他内容仍可保存。请立即联系技术人员清理或扩容。`
  }
  return free !== undefined && free < scarceUnder ? '剩余空间不足1 GB，可能很快无法保存内容和上传图片，请尽快联系技术人员清理或扩容。' : undefined
}

/** How much of the disk the site uses, and how much is free: one line while all is well. */
export function DiskUse({ summary }: { summary: Summary | undefined }) {
  const disk = summary?.disk
  if (!disk) return null
  const warning = diskWarning(disk)
  const parts = [
    { key: 'data', words: '数据', size: disk.data },
    { key: 'uploads', words: '上传的文件', size: disk.uploads },
    // Left out where the system does not say.
    ...(disk.free === undefined ? [] : [{ key: 'free', words: '剩余空间', size: disk.free }]),
  ]
  if (!warning) return <p className="muted small">磁盘空间：{parts.map(({ words, size }) => `${words} ${bytes(size)}`).join('，')}</p>
  return (
    <section className="dashboard-sheet dashboard-disk card scarce" aria-labelledby="dashboard-disk">
      <header className="split wraps">
        <h2 id="dashboard-disk">磁盘空间</h2>
      </header>
      <div className="disk-bar" aria-hidden="true">
        {parts.map(({ key, size }) => size > 0 && <span key={key} className={`of-${key}`} style={{ flexGrow: size }} />)}
      </div>
      <dl className="disk-parts">
        {parts.map(({ key, words, size }) => (
          <div key={key} className={`of-${key}`}>
            <dt>{words}</dt>
            <dd>{bytes(size)}</dd>
          </div>
        ))}
      </dl>
      <p className="disk-scarce" role="alert">
        <AdminIcon name="warning" />
        {warning}
      </p>
    </section>
  )
}
