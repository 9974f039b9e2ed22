import type { Point } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'

interface Props {
  variant: 'support' | 'policies' | 'strengths'
  points: readonly Point[]
}

const lists = { support: 'phone-support', policies: 'phone-policies stack loose', strengths: 'phone-strengths equal-columns' }

/** Short texts, each below an icon. */
export function PhonePoints({ variant, points }: Props) {
  return (
    <ul className={lists[variant]}>
      {points.map(({ icon, title, desc }) => (
        <li className={variant === 'policies' ? 'card' : undefined} key={title}>
          <Icon name={icon} />
          <h3>{title}</h3>
          <p className={variant === 'policies' ? undefined : 'muted'}>{desc}</p>
        </li>
      ))}
    </ul>
  )
}
