import { twinOf } from '../../../contract/twins.ts'

export interface MenuEntry {
  /** The desktop's. */
  href: string
  name: string
  /** The routes of which it is the current entry. */
  paths: readonly string[]
}

const home: MenuEntry = { href: '/', name: '首页', paths: ['/', '/mobile'] }
const about: MenuEntry = { href: '/gywm', name: '关于我们', paths: ['/gywm', '/gongsijianjie'] }
const products: MenuEntry = { href: '/product', name: '产品中心', paths: ['/product', '/productDet', '/zhuyingyewu', '/cpDeatail'] }
const cases: MenuEntry = { href: '/xiangmuanli', name: '项目案例', paths: ['/xiangmuanli', '/huanghejiangong', '/sddianjian1', '/sdkaili', '/qdfangwu'] }
const scenarios: MenuEntry = { href: '/yingyongchangjing', name: '应用场景', paths: ['/yingyongchangjing'] }
const news: MenuEntry = { href: '/xwdt', name: '新闻动态', paths: ['/xwdt', '/xwdtDet'] }
const agent: MenuEntry = { href: '/dljm', name: '代理加盟', paths: ['/dljm', '/dailijiameng'] }
const privacy: MenuEntry = { href: '/privacy', name: '隐私说明', paths: ['/privacy'] }

export const desktopMenu: readonly MenuEntry[] = [home, products, news, agent, about]
export const phoneMenu: readonly MenuEntry[] = [home, { ...about, name: '公司简介' }, products, cases, scenarios, news, agent]
export const footerMenu: readonly MenuEntry[] = [...desktopMenu, cases, scenarios, privacy]

/** Where the entry leads on this device, without a redirect to its twin. */
export const hrefOn = (phone: boolean, { href }: MenuEntry): string => twinOf(href, '', phone) ?? href
