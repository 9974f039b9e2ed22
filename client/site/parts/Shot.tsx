import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'

/** A picture beside the words that say what it is, in a frame of fixed shape. While there is none, an empty sheet. */
export function Shot({ image, ...drawn }: { image: string; sizes: string; first?: boolean }) {
  return <span className="shot">{image ? <Picture src={image} alt="" {...drawn} /> : <Icon name="box" />}</span>
}
