import type { Point } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Side by side, each below a tick of the same line; numbered where the order matters. */
export function Points({ points, numbered }: { points: readonly Point[]; numbered?: boolean }) {
  const List = numbered ? 'ol' : 'ul'
  return (
    <List className={`points${numbered ? ' numbered' : ''}${points.length === 4 ? ' four' : ''}`}>
      {points.map(({ icon, title, desc }) => (
        <li className="point ticked" key={title}>
          <Icon name={icon} />
          <h3>{title}</h3>
          <p className="muted">{desc}</p>
        </li>
      ))}
    </List>
  )
}
