import type { Summary } from '../../../contract/entities.ts'
import { bytes } from '../../lib/bytes.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'

const scarceUnder = 1_073_741_824

/** What the site takes of the disk, and what is left to it. */
export function DiskUse({ summary }: { summary: Summary | undefined }) {
  const disk = summary?.disk
  const scarce = disk !== undefined && disk.free < scarceUnder
  const parts = [
    { key: 'data', words: '数据', size: disk?.data },
    { key: 'uploads', words: '上传的图片', size: disk?.uploads },
    { key: 'free', words: '剩余空间', size: disk?.free },
  ]
  return (
    <section className={scarce ? 'dash-sheet dash-disk scarce' : 'dash-sheet dash-disk'} aria-labelledby="dash-disk">
      <header>
        <h2 id="dash-disk">磁盘空间</h2>
      </header>
      <div className="disk-bar" aria-hidden="true">
        {parts.map(({ key, size = 0 }) => size > 0 && <span key={key} className={`of-${key}`} style={{ flexGrow: size }} />)}
      </div>
      <dl className="disk-parts">
        {parts.map(({ key, words, size }) => (
          <div key={key} className={`of-${key}`}>
            <dt>{words}</dt>
            <dd>{size === undefined ? <span className="ghost" /> : bytes(size)}</dd>
          </div>
        ))}
      </dl>
      {scarce && (
        <p className="disk-scarce" role="alert">
          <AdminIcon name="warning" />
          剩余空间不足1 GB，可能很快无法保存内容和上传图片，请尽快联系技术人员清理或扩容。
        </p>
      )}
    </section>
  )
}
