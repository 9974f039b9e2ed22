import { twinOf } from '../../../contract/twins.ts'

export interface Entry {
  /** On a desktop. */
  href: string
  name: string
  /** The routes at which it is the current one. */
  paths: readonly string[]
}

const home: Entry = { href: '/', name: '首页', paths: ['/', '/mobile'] }
const about: Entry = { href: '/gywm', name: '关于我们', paths: ['/gywm', '/gongsijianjie'] }
const products: Entry = { href: '/product', name: '产品中心', paths: ['/product', '/productDet', '/zhuyingyewu', '/cpDeatail'] }
const cases: Entry = { href: '/xiangmuanli', name: '项目案例', paths: ['/xiangmuanli', '/huanghejiangong', '/sddianjian1', '/sdkaili', '/qdfangwu'] }
const scenarios: Entry = { href: '/yingyongchangjing', name: '应用场景', paths: ['/yingyongchangjing'] }
const news: Entry = { href: '/xwdt', name: '新闻动态', paths: ['/xwdt', '/xwdtDet'] }
const agent: Entry = { href: '/dljm', name: '代理加盟', paths: ['/dljm', '/dailijiameng'] }
const privacy: Entry = { href: '/privacy', name: '隐私说明', paths: ['/privacy'] }

export const desktopMenu: readonly Entry[] = [home, products, news, agent, about]
export const phoneMenu: readonly Entry[] = [home, { ...about, name: '公司简介' }, products, cases, scenarios, news, agent]
export const footerMenu: readonly Entry[] = [...desktopMenu, cases, scenarios, privacy]

/** Where the entry leads on this device, without a redirect to its twin. */
export const hrefOn = (phone: boolean, { href }: Entry): string => twinOf(href, '', phone) ?? href
