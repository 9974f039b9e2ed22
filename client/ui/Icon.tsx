import { type IconName, icons, isIcon } from './icons.ts'

/**
 * Hidden from screen readers: the words beside it say the same. A record may name an icon that does not exist; a check mark is shown
 * instead.
 */
export function Icon({ name }: { name: IconName | (string & {}) }) {
  return (
    <svg className="icon" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={icons[isIcon(name) ? name : 'check']} />
    </svg>
  )
}
