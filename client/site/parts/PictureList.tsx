import type { Picture as NamedPicture } from '../../../contract/kinds/entities.ts'
import { Picture } from '../../ui/Picture.tsx'
import { keepWords } from '../../ui/keepWords.ts'

interface Props {
  /** Rooms fill the width, the first one large; certificates are upright, side by side. */
  variant: 'rooms' | 'certificates'
  pictures: readonly NamedPicture[]
}

/** Each opens in full size. */
export function PictureList({ variant, pictures }: Props) {
  return (
    <ul className={`phone-${variant} equal-columns`}>
      {pictures.map(({ image, name }, index) => (
        <li key={image}>
          <button type="button" aria-haspopup="dialog" data-large={name}>
            <Picture
              src={image}
              alt=""
              {...(variant === 'certificates' ? upright : { className: 'cover', sizes: index === 0 ? large : small })}
            />
            <span {...keepWords(name)} />
          </button>
        </li>
      ))}
    </ul>
  )
}

const upright = { width: 640, height: 900, sizes: '(min-width: 64rem) 12vw, (min-width: 48rem) 17vw, 44vw' }
const large = '(min-width: 62rem) 50vw, (min-width: 48rem) 67vw, 72vw'
const small = '(min-width: 62rem) 25vw, (min-width: 48rem) 34vw, 72vw'
