import type { FrameFacts } from '../route.ts'
import { hrefOn, isCurrent, isOutside } from './menu.ts'

/** The entries of a menu; `address` is that of the page around it, where the current entry is marked. */
export function MenuLinks({ menu, facts, phone, address }: {
  menu: 'desktop' | 'phone' | 'footer'
  facts: FrameFacts
  phone: boolean
  address?: string
}) {
  return facts.menus.filter((entry) => entry[menu]).map(({ name, target }, index) => (
    <a
      key={index} href={hrefOn(phone, target)} aria-current={address !== undefined && isCurrent(target, address) ? 'page' : undefined}
      {...(isOutside(target) && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {name}
    </a>
  ))
}
