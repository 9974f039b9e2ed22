import { pictureAttributes } from '../lib/pictureAttributes.ts'

interface Props {
  src: string
  /** '' where the words beside it say what it shows. */
  alt: string
  /** How wide it is drawn, as CSS has it; of a picture that is cropped, how wide it would be uncropped. */
  sizes: string
  /** Fetched first, since the page looks unfinished without it; others are fetched when they come near the screen. */
  priority?: boolean
  className?: string
  /** For a picture whose name does not say them. */
  width?: number
  height?: number
}

/** A picture in the size that fits. WebP is offered by a source, since Safari 14 on older systems cannot show it. */
export function Picture({ src, sizes, priority, ...props }: Props) {
  const { srcSet, ...attributes } = pictureAttributes(src)
  const loading = priority ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy', decoding: 'async' } as const)
  const img = <img {...loading} {...props} {...attributes} draggable={false} src={src} />
  if (!srcSet) return img
  return (
    <picture>
      <source type="image/webp" srcSet={srcSet} sizes={sizes} />
      {img}
    </picture>
  )
}
