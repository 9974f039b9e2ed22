import { useContext } from 'react'
import { assetAddress } from '../../contract/media/assetAddress.ts'
import { focusPlace, pictureAttributes } from '../lib/pictureAttributes.ts'
import { AssetsContext, PictureNotesContext } from './assets.ts'

interface Props {
  src: string
  /** '' where the words beside it say what it shows. The alternative text from the library replaces it. */
  alt: string
  /** `alt` was written for the picture at this place, so the library replaces it only when it is ''. */
  ownAlt?: boolean
  /** How wide it is drawn, as in the `sizes` attribute; for a cropped picture, how wide it would be uncropped. */
  sizes: string
  /** Fetched first, since the page looks unfinished without it; other pictures are fetched near the screen. */
  priority?: boolean
  className?: string
  /** A picture whose name says its size needs none. */
  width?: number
  height?: number
}

/** A picture in the size that fits. A source offers WebP, since Safari 14 on older systems cannot show it. */
export function Picture({ src, alt, ownAlt, sizes, priority, ...props }: Props) {
  const assetsUrl = useContext(AssetsContext)
  const { srcSet, ...attributes } = pictureAttributes(src, assetsUrl)
  const { alt: libraryAlt, focus } = useContext(PictureNotesContext)[src] ?? {}
  const text = (ownAlt && alt) || libraryAlt || alt
  const loading = priority ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy', decoding: 'async' } as const)
  const img = (
    <img
      {...loading}
      alt={text}
      {...props}
      {...attributes}
      data-focus={focus && focusPlace(focus)}
      draggable={false}
      src={assetAddress(assetsUrl, src)}
    />
  )
  if (!srcSet) return img
  return (
    <picture>
      <source type="image/webp" srcSet={srcSet} sizes={sizes} />
      {img}
    </picture>
  )
}
