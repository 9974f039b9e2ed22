import { type LocationId, locationIds } from '../../contract/locations.ts'
import { addressOfPage, type SitePage } from '../../contract/sitePages.ts'
import type { MenuEntry, ProductGroup } from '../../contract/siteFields.ts'

/** A site record as an earlier version of the program has stored it. */
interface OlderSite {
  pageNames?: Partial<Record<SitePage | 'aboutPhone', string>>
  menus?: Partial<Record<Menu, readonly SitePage[]>> | readonly MenuEntry[]
  groups?: readonly ProductGroup[]
  productGroups?: Readonly<Record<LocationId, Pick<ProductGroup, 'name' | 'intro'>>>
  favicon?: string
  shareImage?: string
  logo?: { light?: string; dark?: string }
}
type Menu = 'desktop' | 'phone' | 'footer'

/** What shipped files were called: without it the field has their address of today. */
const renamed = ['/media/mark.svg', '/media/mark-light.svg', '/media/og.png']
const current = (address: string | undefined): string | undefined => (renamed.includes(address ?? '') ? undefined : address)

/** Gives what an older record says in fields of today. */
export function migratedSite<R extends object>(record: R): R {
  const { pageNames = {}, menus, groups, productGroups, favicon, shareImage, logo }: OlderSite = record
  return {
    // Those of the starter content belong to no other company.
    creditCode: '',
    licence: '',
    homeTitle: '',
    ...record,
    favicon: current(favicon),
    shareImage: current(shareImage),
    ...(logo && { logo: { ...logo, light: current(logo.light), dark: current(logo.dark) } }),
    ...(menus && !Array.isArray(menus) && { menus: menuEntries(menus as Partial<Record<Menu, readonly SitePage[]>>, pageNames) }),
    ...(!groups && productGroups && { groups: locationIds.map((id) => ({ ...productGroups[id], on: true, id })) }),
  }
}

/** One list that has each of the three menus with its order and names: an entry stands again where the orders differ. */
function menuEntries(menus: Partial<Record<Menu, readonly SitePage[]>>, names: NonNullable<OlderSite['pageNames']>): MenuEntry[] {
  const entries: MenuEntry[] = []
  for (const menu of ['desktop', 'footer', 'phone'] as const) {
    let index = 0
    for (const page of new Set(menus[menu])) {
      const name = (page === 'about' && menu === 'phone' ? names.aboutPhone : names[page]) ?? ''
      const target = addressOfPage(page)
      const found = entries.findIndex((entry, at) => at >= index && entry.target === target && entry.name === name)
      if (found < 0) entries.splice(index, 0, { name, target, desktop: false, phone: false, footer: false })
      else index = found
      const entry = entries[index]
      if (entry) entry[menu] = true
      index++
    }
  }
  return entries
}
