import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Picture } from '../../ui/Picture.tsx'

/** A picture beside the words that say what it shows, in a box of fixed shape; without a picture, or its file, an icon. */
export function Thumbnail({
  image,
  icon = 'box',
  ...props
}: {
  image: string
  icon?: IconName
  sizes: string
  priority?: boolean
}) {
  return (
    <span className="thumbnail shaped center">
      {image && <Picture className="cover" src={image} alt="" {...props} />}
      <Icon name={icon} />
    </span>
  )
}
