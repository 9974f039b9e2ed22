import type { Point } from '../../../contract/kinds/entities.ts'
import { Icon } from '../../ui/Icon.tsx'

const phoneLists = {
  support: 'phone-support',
  policies: 'phone-policies stack loose',
  strengths: 'phone-strengths equal-columns',
}

/** Short texts, each below an icon: side by side below ticks of one line, numbered where the order matters, or in a list for phones. */
export function Points({
  points,
  numbered,
  phone,
}: {
  points: readonly Point[]
  numbered?: boolean
  phone?: keyof typeof phoneLists
}) {
  const List = numbered ? 'ol' : 'ul'
  const inCards = phone === 'policies'
  const phoneItem = inCards ? 'card' : undefined
  return (
    <List
      className={
        phone ? phoneLists[phone] : `points${numbered ? ' numbered' : ''}${points.length === 4 ? ' four' : ''}`
      }
    >
      {points.map(({ icon, title, desc }) => (
        <li className={phone ? phoneItem : 'point column ticked'} key={title}>
          <Icon name={icon} />
          <h3 dir="auto">{title}</h3>
          <p className={inCards ? undefined : 'muted'} dir="auto">
            {desc}
          </p>
        </li>
      ))}
    </List>
  )
}
