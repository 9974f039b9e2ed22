import { useEffect, useState } from 'react'
import { productGroupsPath } from '../../../contract/adminPaths.ts'
import type { CarouselPhoto } from '../../../contract/entities.ts'
import { kinds, recordPath } from '../../../contract/kinds.ts'
import { api } from '../api.ts'
import { may } from '../session.ts'
import { Link } from '../ui/Link.tsx'

/** 产品中心: the slides at its top, and where its groups are. */
export function ProductPage() {
  const [photos, setPhotos] = useState<readonly CarouselPhoto[]>([])
  // Inside an Activity this runs each time that the group is shown.
  useEffect(() => void api('carouselAll', {}).then(setPhotos, () => {}), [])
  return (
    <section className="settings-form stack loose" aria-label="产品中心" tabIndex={-1}>
      <h3>轮播图</h3>
      <p className="muted">显示在产品中心顶部；没有轮播图时，显示“横幅”里的图片。</p>
      <ul className="settings-photos tiles">
        {photos.map(({ photoId, photoTitle, photoUrl }) => (
          <li key={photoId}>
            <Link className="stack tight" href={recordPath('carousel', photoId)}>
              <img src={photoUrl} alt="" loading="lazy" />
              <span className="clamped">{photoTitle || '（未命名）'}</span>
            </Link>
          </li>
        ))}
      </ul>
      {may('record:edit') && (
        <div className="row wraps">
          <Link className="button" href={`${kinds.carousel.screen}?add=1`}>上传图片</Link>
          <Link className="button" href={kinds.carousel.screen}>管理轮播图</Link>
        </div>
      )}
      <h3>产品分类</h3>
      <p className="muted">
        分类的名称、介绍和顺序，在<Link className="inline-link" href={productGroupsPath}>产品管理的“分类”</Link>里设置。
      </p>
    </section>
  )
}
