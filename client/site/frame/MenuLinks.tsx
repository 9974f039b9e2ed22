import type { MenuEntry } from '../../../contract/entities.ts'
import type { FrameFacts } from '../route.ts'
import { currentOf, hrefOn, isOutside } from './menu.ts'

type Mark = 'page' | 'true' | undefined
/** How an entry is marked on the page at this address. */
export type Marks = (entry: MenuEntry) => Mark

export function marksOf(entries: readonly MenuEntry[], address: string | undefined): Marks {
  const current = address === undefined ? undefined : currentOf(entries, address)
  return ({ target }) => (target === current?.target ? current.mark : undefined)
}

interface LinksProps {
  menu: 'desktop' | 'phone' | 'footer'
  facts: FrameFacts
  phone: boolean
  /** That of the page around it. */
  address?: string
}

/** The entries of a menu. */
export function MenuLinks({ menu, facts, phone, address }: LinksProps) {
  const entries = facts.menus.filter((entry) => entry[menu])
  const marks = marksOf(entries, address)
  return entries.map((entry, index) => <EntryLink entry={entry} phone={phone} mark={marks(entry)} key={index} />)
}

/** To the page for visitors from abroad, where there is one. */
export const EnglishLink = ({ facts }: { facts: FrameFacts }) =>
  facts.english && (
    <a className="nowrap" href="/en" lang="en">
      English
    </a>
  )

interface LinkProps {
  entry: MenuEntry
  phone: boolean
  mark: Mark
}

export const EntryLink = ({ entry: { name, target }, phone, mark }: LinkProps) => (
  <a
    href={hrefOn(phone, target)}
    aria-current={mark}
    {...(isOutside(target) && { target: '_blank', rel: 'noopener noreferrer' })}
  >
    {name}
  </a>
)
