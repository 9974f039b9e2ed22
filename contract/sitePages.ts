/** The pages of the public site that menus can name, with the routes that belong to each: a page, its twin, and its detail pages. */
const sitePages = {
  home: ['/', '/mobile'],
  product: ['/product', '/productDet', '/zhuyingyewu', '/cpDeatail'],
  news: ['/xwdt', '/xwdtDet', '/rss.xml'],
  agent: ['/dljm', '/dailijiameng'],
  about: ['/gywm', '/gongsijianjie'],
  cases: ['/xiangmuanli', '/huanghejiangong', '/sddianjian1', '/sdkaili', '/qdfangwu', '/xiangmuanli/*'],
  scenarios: ['/yingyongchangjing'],
  privacy: ['/privacy'],
} as const
export type SitePage = keyof typeof sitePages

/** Those that staff can switch off, in the order of the settings. */
export const switchablePages = ['product', 'news', 'agent', 'about', 'cases', 'scenarios'] as const
export type SwitchablePage = (typeof switchablePages)[number]
export type PagesOn = Readonly<Record<SwitchablePage, boolean>>

const pageOfRoute = new Map<string, SitePage>(
  Object.entries(sitePages).flatMap(([page, routes]) => routes.map((route): [string, SitePage] => [route, page as SitePage])),
)

export const pageRoutes: readonly string[] = [...pageOfRoute.keys()]

/** The page that an address belongs to, as its address or as the path of its route. */
export const sitePageOf = (path: string): SitePage | undefined =>
  pageOfRoute.get(path) ?? pageOfRoute.get(path.replace(/[^/]+$/, '*'))

/** The address of a page on the desktop, as menus name it. */
export const addressOfPage = (page: SitePage): string => sitePages[page][0]

/** What is off has no page, no link, and no entry in a menu, feed or sitemap. */
export function isPageOn({ pagesOn, inquiry }: { pagesOn: PagesOn; inquiry: { form: boolean } }, path: string): boolean {
  if (path === '/zixun') return inquiry.form
  const page = sitePageOf(path)
  return switchablePages.every((each) => each !== page || pagesOn[each])
}

/** Of pages that staff have made. */
export const customPagePrefix = '/p/'
/** The path of such a page in an address; undefined for any other. */
export const customPagePath = (address: string): string | undefined =>
  address.startsWith(customPagePrefix) ? address.slice(customPagePrefix.length) : undefined

/** Requested by browsers themselves, and by the back office, which needs no site record for it. */
export const iconPaths: readonly string[] = ['/favicon.ico', '/apple-touch-icon.png']
export const manifestPath = '/site.webmanifest'
