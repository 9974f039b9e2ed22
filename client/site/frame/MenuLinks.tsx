import type { MenuEntry } from '../../../contract/kinds/entities.ts'
import type { FrameFacts } from '../route.ts'
import { addressOfPage, type SitePage, sitePageOf } from '../../../contract/site/sitePages.ts'
import { twinOf } from '../../../contract/site/twins.ts'

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

const isOutside = (target: string): boolean => !target.startsWith('/')

/** The address on this device: a link to the twin saves a redirect. */
const hrefOn = (phone: boolean, target: string): string =>
  target.replace(/^[^#]+/, (path) => twinOf(path, '', phone) ?? path)

/** The entries that mark these pages where a menu has none of their own. */
const parents: Partial<Record<SitePage, SitePage>> = { cases: 'product', scenarios: 'product' }

/** Which entry of a menu leads to the page at this address, or to one that it belongs to. */
function currentOf(
  entries: readonly MenuEntry[],
  address: string,
): { target: string; mark: 'page' | 'true' } | undefined {
  const [path = ''] = address.split('?')
  const has = (target: string): boolean => entries.some((entry) => entry.target === target)
  const page = sitePageOf(path)
  const pageAddress = page === undefined ? path : addressOfPage(page)
  if (has(pageAddress)) return { target: pageAddress, mark: 'page' }
  const parent = page && parents[page]
  return parent && has(addressOfPage(parent)) ? { target: addressOfPage(parent), mark: 'true' } : undefined
}
