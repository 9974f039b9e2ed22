import { useState } from 'react'
import { AdminIcon } from './AdminIcon.tsx'

interface Props {
  src: string
  name: string
  /** Shows it in full. */
  onOpen?(): void
}

/** A small picture in a list; a click shows it in full. */
export function Picture({ src, name, onOpen }: Props) {
  const [failed, setFailed] = useState('')
  if (src === '') return <span className="thumbnail none">未上传</span>
  if (failed === src)
    return (
      <span className="thumbnail none" title="图片无法显示">
        <AdminIcon name="image" />
        <span className="visually-hidden">图片无法显示</span>
      </span>
    )
  return (
    <button type="button" className="thumbnail" aria-label={`查看大图：${name || '未命名'}`} onClick={onOpen}>
      <img src={src} alt="" width={72} height={48} loading="lazy" decoding="async" onError={() => setFailed(src)} />
    </button>
  )
}
