import type { Picture } from '../../../contract/entities.ts'
import { usePreview } from '../../ui/usePreview.tsx'

/** Each opens in full. */
export function Certificates({ certificates }: { certificates: readonly Picture[] }) {
  const { open, dialog } = usePreview(certificates)
  return (
    <>
      <ul className="phone-certificates">
        {certificates.map(({ image, name }, index) => (
          <li key={image}>
            <button type="button" aria-haspopup="dialog" onClick={() => open(index)}>
              <img src={image} alt="" width="640" height="900" loading="lazy" decoding="async" />
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ul>
      {dialog}
    </>
  )
}
