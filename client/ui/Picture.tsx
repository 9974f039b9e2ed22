import { drawnPicture } from '../lib/drawnPicture.ts'

interface Props {
  src: string
  /** '' where words beside it say what it shows. */
  alt: string
  /** How wide it is drawn, as CSS has it; of a picture that is cropped, how wide it would be uncropped. */
  sizes: string
  /** The one that the page is waited for; others are fetched when they come near the screen. */
  first?: boolean
  className?: string
  /** For a picture whose name does not say them. */
  width?: number
  height?: number
}

/** A picture in the size that fits. WebP stands in a source, since there are Safaris that do not know it. */
export function Picture({ src, sizes, first, ...given }: Props) {
  const { srcSet, ...facts } = drawnPicture(src)
  const when = first ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy', decoding: 'async' } as const)
  const img = <img {...when} {...given} {...facts} draggable={false} src={src} />
  if (!srcSet) return img
  return (
    <picture>
      <source type="image/webp" srcSet={srcSet} sizes={sizes} />
      {img}
    </picture>
  )
}
