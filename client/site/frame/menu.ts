import type { MenuEntry, PublicSite } from '../../../contract/entities.ts'
import { addressOfPage, isPageOn, customPagePath, sitePageOf } from '../../../contract/sitePages.ts'
import { twinOf } from '../../../contract/twins.ts'

/** The entries of all menus, without those that would lead nowhere. */
export const openEntries = ({ menus, pagesOn, pagePaths }: PublicSite): MenuEntry[] =>
  menus.filter(({ target }) => {
    const own = customPagePath(target)
    return own === undefined ? isPageOn(pagesOn, target) : pagePaths.includes(own)
  })

export const isOutside = (target: string): boolean => !target.startsWith('/')

/** The address on this device: a link to the twin saves a redirect. */
export const hrefOn = (phone: boolean, target: string): string => twinOf(target, '', phone) ?? target

/** Whether it leads to the page at this address, or to the page that this one belongs to. */
export function isCurrent(target: string, address: string): boolean {
  const [path = ''] = address.split('?')
  const page = sitePageOf(path)
  return page === undefined ? target === path : target === addressOfPage(page)
}
