import { Icon } from '../../ui/Icon.tsx'

/** A picture beside the words that say what it is, in a frame of fixed shape. While there is none, an empty sheet. */
export function Shot({ image }: { image: string }) {
  return (
    <span className="shot">{image ? <img src={image} alt="" loading="lazy" decoding="async" draggable={false} /> : <Icon name="box" />}</span>
  )
}
