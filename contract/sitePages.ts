interface Routes {
  /** On a desktop and, where that differs, on a phone. */
  route: string
  phoneRoute?: string
}
interface PageFacts extends Routes {
  /** The pages of its records. */
  record?: Routes
  /** What else belongs to it. */
  more?: readonly string[]
  /** Staff can switch it off, and with it all that belongs to it. */
  switchable?: true
}

/** The pages of the public site that menus can name, in the order of the settings and of the sitemap. */
export const sitePages = {
  home: { route: '/', phoneRoute: '/mobile' },
  product: {
    route: '/product', phoneRoute: '/zhuyingyewu', record: { route: '/productDet', phoneRoute: '/cpDeatail' }, switchable: true,
  },
  news: { route: '/xwdt', record: { route: '/xwdtDet' }, more: ['/rss.xml'], switchable: true },
  agent: { route: '/dljm', phoneRoute: '/dailijiameng', switchable: true },
  about: { route: '/gywm', phoneRoute: '/gongsijianjie', switchable: true },
  cases: {
    route: '/xiangmuanli', more: ['/huanghejiangong', '/sddianjian1', '/sdkaili', '/qdfangwu', '/xiangmuanli/*'], switchable: true,
  },
  scenarios: { route: '/yingyongchangjing', switchable: true },
  privacy: { route: '/privacy' },
} as const satisfies Readonly<Record<string, PageFacts>>
type Pages = typeof sitePages
export type SitePage = keyof Pages

/** Pages that neither menus nor the sitemap name, with what statistics call them. */
export const otherPages: Readonly<Record<string, string>> =
  { '/zixun': '在线咨询', '/search': '搜索', '/map': '地图', '/agreement': '用户协议', '/demo': '' }

export type SwitchablePage = { [P in SitePage]: Pages[P] extends { switchable: true } ? P : never }[SitePage]
export const sitePageNames = Object.keys(sitePages) as SitePage[]
export const switchablePages = sitePageNames.filter((page): page is SwitchablePage => 'switchable' in sitePages[page])
export type PagesOn = Readonly<Record<SwitchablePage, boolean>>

const pageOfRoute = new Map(sitePageNames.flatMap((page) => {
  const { record, more = [], ...own }: PageFacts = sitePages[page]
  return [own.route, own.phoneRoute, record?.route, record?.phoneRoute, ...more].map((route) => [route, page] as const)
}))

export const pageRoutes = [...pageOfRoute.keys()].filter((route) => route !== undefined)

/** The page that an address belongs to, as its address or as the path of its route. */
export const sitePageOf = (path: string): SitePage | undefined =>
  pageOfRoute.get(path) ?? pageOfRoute.get(path.replace(/[^/]+$/, '*'))

/** Desktop routes with those for phones. */
export const twinRoutes = Object.values<PageFacts>(sitePages).flatMap((page) => [page, page.record])
  .flatMap((each): [desktop: string, phone: string][] => (each?.phoneRoute ? [[each.route, each.phoneRoute]] : []))

/** The address of a page on the desktop, as menus name it. */
export const addressOfPage = (page: SitePage): string => sitePages[page].route

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

/** For search engines and readers of news. */
export const feedPaths = ['/robots.txt', '/sitemap.xml', '/rss.xml'] as const
/** The parts of a large sitemap. */
export const sitemapPart = /^\/sitemap-([1-9]\d{0,3})\.xml$/
/** Requested by browsers themselves, and by the back office, which needs no site record for it. */
export const iconPaths: readonly string[] = ['/favicon.ico', '/apple-touch-icon.png']
export const manifestPath = '/site.webmanifest'
