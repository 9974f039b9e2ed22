import { type IconName, icons, isIcon } from './icons.ts'

/** For the eye alone: what it says stands in words beside it. A name from a record that is not drawn yet is a plain mark. */
export function Icon({ name }: { name: IconName | (string & {}) }) {
  return (
    <svg className="icon" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={icons[isIcon(name) ? name : 'check']} />
    </svg>
  )
}
