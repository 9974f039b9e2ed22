import type { Picture } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Logos, on white in both colour schemes since they are drawn for it. The last cell invites the reader, where there is a page for it. */
export function Partners({ partners, invitation }: { partners: readonly Picture[]; invitation: string | false }) {
  return (
    <ul className="partners">
      {partners.map(({ image, name }) => (
        <li className="center" key={image}>
          <img src={image} alt={name} width="240" height="80" loading="lazy" decoding="async" />
        </li>
      ))}
      {invitation && (
        <li className="center">
          <a className="row tight" href="/dljm">
            {invitation}
            <Icon name="plus" />
          </a>
        </li>
      )}
    </ul>
  )
}
