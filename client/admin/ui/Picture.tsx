import { useState } from 'react'
import { thumbnailOf } from '../../../contract/pictureName.ts'
import { AdminIcon } from './AdminIcon.tsx'

/** A small picture in a list; a click shows it in full, as the menu of its row does. */
export function Picture({ src, onOpen }: { src: string; onOpen(): void }) {
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
    <span className="thumbnail" title="查看大图" onClick={onOpen}>
      <img src={thumbnailOf(src)} alt="" width={72} height={48} loading="lazy" decoding="async" onError={() => setFailed(src)} />
    </span>
  )
}
