import type { FrameFacts } from '../route.ts'
import { currentOf, hrefOn, isOutside } from './menu.ts'

/** The entries of a menu; `address` is that of the page around it, where the current entry is marked. */
export function MenuLinks({
  menu,
  facts,
  phone,
  address,
}: {
  menu: 'desktop' | 'phone' | 'footer'
  facts: FrameFacts
  phone: boolean
  address?: string
}) {
  const entries = facts.menus.filter((entry) => entry[menu])
  const current = address === undefined ? undefined : currentOf(entries, address)
  return entries.map(({ name, target }, index) => (
    <a
      key={index}
      href={hrefOn(phone, target)}
      aria-current={target === current?.target ? current.mark : undefined}
      {...(isOutside(target) && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {name}
    </a>
  ))
}
