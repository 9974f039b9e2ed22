import type { Picture } from '../../../contract/entities.ts'
import { usePreview } from '../../ui/usePreview.tsx'

interface Props {
  /** Rooms stand from edge to edge, the first one large; certificates upright, side by side. */
  look: 'rooms' | 'certificates'
  pictures: readonly Picture[]
}

/** Each opens in full. */
export function PictureList({ look, pictures }: Props) {
  const { open, dialog } = usePreview(pictures)
  return (
    <>
      <ul className={`phone-${look}`}>
        {pictures.map(({ image, name }, index) => (
          <li key={image}>
            <button type="button" aria-haspopup="dialog" onClick={() => open(index)}>
              <img src={image} alt="" {...(look === 'certificates' && upright)} loading="lazy" decoding="async" />
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ul>
      {dialog}
    </>
  )
}

const upright = { width: 640, height: 900 }
