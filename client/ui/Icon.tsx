import { useIconPath } from './iconPaths.ts'
import type { IconName } from './icons.ts'

/** Hidden from screen readers: the words beside it say the same. */
export function Icon({ name }: { name: IconName | (string & {}) }) {
  return (
    <svg className="icon" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={useIconPath(name)} />
    </svg>
  )
}

/** Behind words that lead on. */
export const Arrow = () => <Icon name="arrow-right" />
