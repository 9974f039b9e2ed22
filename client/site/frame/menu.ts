import type { MenuEntry } from '../../../contract/entities.ts'
import { addressOfPage, type SitePage, sitePageOf } from '../../../contract/sitePages.ts'
import { twinOf } from '../../../contract/twins.ts'

export const isOutside = (target: string): boolean => !target.startsWith('/')

/** The address on this device: a link to the twin saves a redirect. */
export const hrefOn = (phone: boolean, target: string): string =>
  target.replace(/^[^#]+/, (path) => twinOf(path, '', phone) ?? path)

/** The entries that mark these pages where a menu has none of their own. */
const parents: Partial<Record<SitePage, SitePage>> = { cases: 'product', scenarios: 'product' }

/** Which entry of a menu leads to the page at this address, or to one that it belongs to. */
export function currentOf(
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
