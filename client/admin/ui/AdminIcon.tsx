import { hasOwn } from '../../../contract/standIns.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { type AdminIconName, adminIcons } from '../adminIcons.ts'

const isOurs = (name: string): name is AdminIconName => hasOwn(adminIcons, name)

/** For the eye alone: what it says stands in words beside it or in the label of its button. */
export function AdminIcon({ name }: { name: AdminIconName | IconName }) {
  if (!isOurs(name)) return <Icon name={name} />
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={adminIcons[name]} />
    </svg>
  )
}
