/** On a desktop and, where that differs, on a phone. */
type Routes = readonly [route: string, phoneRoute?: string]

/** The pages that menus can name, in the order of the settings and of the sitemap: first the page itself, then what belongs to it. */
const sitePages = {
  home: [['/', '/mobile']],
  product: [['/product', '/zhuyingyewu'], ['/productDet', '/cpDeatail'], ['/product/compare']],
  news: [['/xwdt'], ['/xwdtDet'], ['/rss.xml']],
  agent: [['/dljm', '/dailijiameng']],
  about: [['/gywm', '/gongsijianjie']],
  cases: [['/xiangmuanli'], ['/huanghejiangong'], ['/sddianjian1'], ['/sdkaili'], ['/qdfangwu'], ['/xiangmuanli/*']],
  scenarios: [['/yingyongchangjing']],
  proofs: [['/zizhi']],
  privacy: [['/privacy']],
} as const satisfies Readonly<Record<string, readonly Routes[]>>
export type SitePage = keyof typeof sitePages
export const sitePageNames = Object.keys(sitePages) as SitePage[]

/** Those that staff can switch off. */
export type SwitchablePage = Exclude<SitePage, 'home' | 'privacy'>
export const switchablePages = sitePageNames.filter(
  (page): page is SwitchablePage => page !== 'home' && page !== 'privacy',
)
type PagesOn = Readonly<Record<SwitchablePage, boolean>>

/** What the office calls them. */
export const pageLabels = {
  product: '产品中心',
  news: '新闻动态',
  agent: '代理加盟',
  about: '关于我们',
  cases: '项目案例',
  scenarios: '应用场景',
  proofs: '资质与检测',
} as const satisfies Record<SwitchablePage, string>

/** Sections of the home pages that have settings of their own. */
const sectionsWithSettings = ['oneStop', 'support', 'showroom', 'partners'] as const
/** What can be closed, and takes what is set for it alone out of sight. */
export type SitePart = SwitchablePage | (typeof sectionsWithSettings)[number]

type Sections = readonly { name: string; on: boolean }[]
interface Switches {
  pagesOn: PagesOn
  homeSections: Sections
  phoneSections: Sections
}

/** What visitors see nothing of, on no device. */
export const closedParts = ({ pagesOn, homeSections, phoneSections }: Switches): SitePart[] => [
  ...switchablePages.filter((page) => !pagesOn[page]),
  ...sectionsWithSettings.filter(
    (section) => ![...homeSections, ...phoneSections].some(({ name, on }) => on && name === section),
  ),
]

/** Whether visitors are invited to the showroom. */
export const invitesToVisit = (
  site: Switches & { showroom: readonly unknown[]; buttons: { visit: string } },
): boolean => site.buttons.visit !== '' && site.showroom.length > 0 && !closedParts(site).includes('showroom')

/** What several products are asked for with. */
export const quotePage = '/xunjia'

/** Pages that neither menus nor the sitemap name, with what statistics call them. */
export const otherPages: Readonly<Record<string, string>> = {
  '/zixun': '在线咨询',
  [quotePage]: '询价单',
  '/en': 'English',
  '/search': '搜索',
  '/product/compare': '产品比较',
  '/map': '地图',
  '/agreement': '用户协议',
  '/demo': '',
}

/** For visitors from abroad. It is on once it has a title. */
export const englishPage = '/en'

export const routesOf = (page: SitePage): readonly Routes[] => sitePages[page]
const pageOfRoute = new Map(
  sitePageNames.flatMap((page) =>
    routesOf(page)
      .flat()
      .map((route = '') => [route, page] as const),
  ),
)
export const pageRoutes: readonly string[] = [...pageOfRoute.keys()]
/** Pairs of a desktop's route and that of phones. */
export const twinRoutes = sitePageNames
  .flatMap(routesOf)
  .flatMap(([route, phone]) => (phone ? [[route, phone] as const] : []))

/** The page that an address belongs to, as its address or as the path of its route. */
export const sitePageOf = (path: string): SitePage | undefined =>
  pageOfRoute.get(path) ?? pageOfRoute.get(path.replace(/[^/]+$/, '*'))

/** The address of a page on the desktop, as menus name it. */
export const addressOfPage = (page: SitePage): string => sitePages[page][0][0]

interface SwitchedPages {
  pagesOn: PagesOn
  emptyPages: readonly SwitchablePage[]
}

/** The pages that visitors find: staff have them on, and there is something to see. */
// An older server does not say what is empty.
export const pagesWithContent = ({ pagesOn, emptyPages = [] }: SwitchedPages): PagesOn => ({
  ...pagesOn,
  ...Object.fromEntries(emptyPages.map((page) => [page, false])),
})

/** What is off or empty has no page, no link, and no entry in a menu, feed or sitemap. */
export function isPageOn(
  {
    inquiry,
    english,
    quoteListOn = false,
    ...site
  }: SwitchedPages & { inquiry: { form: boolean }; english: { title: string }; quoteListOn?: boolean },
  path: string,
): boolean {
  if (path === '/zixun') return inquiry.form
  if (path === quotePage) return inquiry.form && quoteListOn && pagesWithContent(site).product
  if (path === englishPage) return english.title !== ''
  const page = sitePageOf(path)
  // A feed without articles waits for them.
  const pages = path === '/rss.xml' ? site.pagesOn : pagesWithContent(site)
  return switchablePages.every((name) => name !== page || pages[name])
}

/** Whether an address answers. The order names the page of news, which does so without any, though nothing leads there. */
export const isAnswered = (site: Parameters<typeof isPageOn>[0], path: string): boolean =>
  isPageOn(site, path) || (path === addressOfPage('news') && site.pagesOn.news)

/** The pages that staff have made are below it. */
export const customPagePrefix = '/p/'
/** The path of such a page in an address; undefined for any other. */
export const customPagePath = (address: string): string | undefined =>
  address.startsWith(customPagePrefix) ? address.slice(customPagePrefix.length) : undefined

/** What menus can name besides pages: how to reach the company, a section of the page about it. */
export const contactTarget = '/gywm#contact'

/** Whether a menu shows the entry that leads there. */
export function isEntryOpen(
  site: Parameters<typeof isPageOn>[0] & {
    pagePaths: readonly string[]
    aboutSections: readonly { name: string; on: boolean }[]
  },
  target: string,
): boolean {
  const page = customPagePath(target)
  if (target === contactTarget && !site.aboutSections.some(({ name, on }) => name === 'contact' && on)) return false
  return page === undefined ? isPageOn(site, target.replace(/#.*/, '')) : site.pagePaths.includes(page)
}

/** The entries of all menus, without those that would lead nowhere. */
export function openEntries<E extends { target: string; desktop: boolean; under: boolean }>(
  site: Parameters<typeof isEntryOpen>[0] & { menus: readonly E[] },
): E[] {
  const entries: E[] = []
  let hasPanel = false
  for (const entry of site.menus) {
    const isOpen = isEntryOpen(site, entry.target)
    // What lay in the panel of one that is closed takes its place.
    if (isOpen) entries.push(entry.under && !hasPanel ? { ...entry, under: false } : entry)
    if (entry.desktop && (isOpen || !entry.under)) hasPanel = isOpen
  }
  return entries
}

/** Search engines and feed readers request them. */
export const feedPaths: readonly string[] = ['/robots.txt', '/sitemap.xml', '/rss.xml']
/** The parts of a large sitemap. */
export const sitemapPart = /^\/sitemap-([1-9]\d{0,3})\.xml$/
/** Requested by browsers themselves, and by the back office, which needs no site record for it. */
export const iconPaths: readonly string[] = ['/favicon.ico', '/apple-touch-icon.png']
export const manifestPath = '/site.webmanifest'
