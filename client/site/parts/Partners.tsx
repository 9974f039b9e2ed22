import type { Picture } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'

/** A wall of logos, on white by day and night since they are drawn for it. The last place is kept for whoever reads it. */
export function Partners({ partners }: { partners: readonly Picture[] }) {
  return (
    <ul className="partners">
      {partners.map(({ image, name }) => (
        <li key={image}>
          <img src={image} alt={name} width="240" height="80" loading="lazy" decoding="async" />
        </li>
      ))}
      <li>
        <a href="/dljm">
          期待与您同行
          <Icon name="plus" />
        </a>
      </li>
    </ul>
  )
}
