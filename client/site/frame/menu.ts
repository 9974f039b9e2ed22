import type { MenuPage } from '../../../contract/siteFields.ts'
import { twinOf } from '../../../contract/twins.ts'
import type { FrameFacts } from '../route.ts'

interface MenuEntry {
  /** The address of the desktop page. */
  href: string
  name: string
  /** The routes on which it is the current entry. */
  paths: readonly string[]
}

const entries: Readonly<Record<MenuPage, Omit<MenuEntry, 'name'>>> = {
  home: { href: '/', paths: ['/', '/mobile'] },
  product: { href: '/product', paths: ['/product', '/productDet', '/zhuyingyewu', '/cpDeatail'] },
  news: { href: '/xwdt', paths: ['/xwdt', '/xwdtDet'] },
  agent: { href: '/dljm', paths: ['/dljm', '/dailijiameng'] },
  about: { href: '/gywm', paths: ['/gywm', '/gongsijianjie'] },
  cases: { href: '/xiangmuanli', paths: ['/xiangmuanli', '/huanghejiangong', '/sddianjian1', '/sdkaili', '/qdfangwu', '/xiangmuanli/*'] },
  scenarios: { href: '/yingyongchangjing', paths: ['/yingyongchangjing'] },
  privacy: { href: '/privacy', paths: ['/privacy'] },
}

/** The entries of a menu as the company has named and ordered them. */
export function menuOf(which: 'desktop' | 'phone' | 'footer', { menus, pageNames }: Pick<FrameFacts, 'menus' | 'pageNames'>): MenuEntry[] {
  const nameOf = (page: MenuPage): string => (page === 'about' && which === 'phone' ? pageNames.aboutPhone : pageNames[page])
  return [...new Set(menus[which])].map((page) => ({ ...entries[page], name: nameOf(page) }))
}

/** The address of an entry on this device: a link to the twin saves a redirect. */
export const hrefOn = (phone: boolean, { href }: MenuEntry): string => twinOf(href, '', phone) ?? href
