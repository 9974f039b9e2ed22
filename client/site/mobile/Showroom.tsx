import type { Picture } from '../../../contract/entities.ts'
import { usePreview } from '../../ui/usePreview.tsx'

/** From edge to edge, the first room large; each opens in full. */
export function Showroom({ rooms }: { rooms: readonly Picture[] }) {
  const { open, dialog } = usePreview(rooms)
  return (
    <>
      <ul className="phone-rooms">
        {rooms.map(({ image, name }, index) => (
          <li key={image}>
            <button type="button" aria-haspopup="dialog" onClick={() => open(index)}>
              <img src={image} alt="" loading="lazy" decoding="async" />
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ul>
      {dialog}
    </>
  )
}
