import { isGroupId } from '../../contract/kinds/groups.ts'
import { isProofType } from '../../contract/site/proofs.ts'
import { quotePage, routesOf, sitePageNames, twinRoutes } from '../../contract/site/sitePages.ts'
import { searchPage } from '../../contract/site/siteSearch.ts'
import { withPageSheet } from '../lib/sheets.ts'
import type { Route } from './route.ts'

function frameOf(path: string): Route['frame'] {
  for (const [desktop, phone] of twinRoutes) {
    if (path === desktop) return 'desktop'
    if (path === phone) return 'phone'
  }
  return 'wide'
}

/** Lets the compiler check that what a page's `load` returns is what the page draws. */
const row = <Facts>(route: Omit<Route<Facts>, 'frame'> & { frame?: 'bare' }): Route =>
  ({ frame: frameOf(route.path), ...route, page: () => withPageSheet(route.page()) }) as unknown as Route

/** The pages of kinds of record that have none of their own. */
const generalRows = sitePageNames.flatMap(routesOf).flatMap(([path]) => {
  if (!path.endsWith('/*')) return []
  const list = path.slice(0, -2)
  return [
    row({ path: list, query: ['page'], page: () => import('./pages/records/RecordList.tsx') }),
    row({ path, page: () => import('./pages/records/RecordPage.tsx') }),
  ]
})

const ownRows: readonly Route[] = [
  row({ path: '/', page: () => import('./pages/home/Home.tsx') }),
  row({
    path: '/product',
    query: ['locationId', 'page'],
    values: { locationId: isGroupId },
    keepAlive: true,
    page: () => import('./pages/catalogue/ProductCenter.tsx'),
  }),
  row({
    path: '/productDet',
    query: ['productId'],
    floatingContact: true,
    page: () => import('./pages/product/ProductDetail.tsx'),
  }),
  row({
    path: '/product/compare',
    query: ['ids', 'locationId'],
    uncacheable: true,
    page: () => import('./pages/product/Compare.tsx'),
  }),
  row({ path: '/xwdt', query: ['page'], page: () => import('./pages/news/News.tsx') }),
  row({ path: '/xwdtDet', query: ['newId'], page: () => import('./pages/records/RecordPage.tsx') }),
  row({ path: '/p/*', page: () => import('./pages/records/RecordPage.tsx') }),
  row({ path: '/dljm', page: () => import('./pages/agent/Agent.tsx') }),
  row({ path: '/gywm', contact: true, page: () => import('./pages/company/About.tsx') }),
  row({
    path: '/mobile',
    query: ['title', 'desc'],
    keepAlive: true,
    contact: true,
    uncacheable: true,
    page: () => import('./pages/home/PhoneHome.tsx'),
  }),
  row({
    path: '/zhuyingyewu',
    query: ['locationId', 'page'],
    values: { locationId: isGroupId },
    keepAlive: true,
    contact: true,
    page: () => import('./pages/catalogue/PhoneProducts.tsx'),
  }),
  row({
    path: '/cpDeatail',
    query: ['productId', 'title', 'desc', 'imgUrl'],
    id: 'productId',
    callBar: true,
    uncacheable: true,
    page: () => import('./pages/product/PhoneProduct.tsx'),
  }),
  row({ path: '/dailijiameng', page: () => import('./pages/agent/PhoneAgent.tsx') }),
  row({
    path: '/gongsijianjie',
    contact: true,
    page: () => import('./pages/company/PhoneCompany.tsx'),
  }),
  ...routesOf('cases')
    .slice(1)
    .map(([path]) => row({ path, page: () => import('./pages/cases/CasePage.tsx') })),
  row({ path: '/en', page: () => import('./pages/English.tsx') }),
  row({ path: '/yingyongchangjing', page: () => import('./pages/Scenarios.tsx') }),
  row({
    path: '/zizhi',
    query: ['type'],
    values: { type: isProofType },
    page: () => import('./pages/Proofs.tsx'),
  }),
  row({
    path: '/zixun',
    query: ['productId', 'topic', 'word'],
    uncacheable: true,
    page: () => import('./pages/Inquiry.tsx'),
  }),
  row({ path: quotePage, query: ['p'], uncacheable: true, page: () => import('./pages/QuoteList.tsx') }),
  row({
    path: searchPage,
    query: ['word', 'kind', 'page'],
    uncacheable: true,
    page: () => import('./pages/Search.tsx'),
  }),
  row({
    path: '/map',
    query: ['lng', 'lat', 'zoom', 'wheel', 'title', 'embedded'],
    frame: 'bare',
    uncacheable: true,
    page: () => import('./map/MapPage.tsx'),
  }),
  row({ path: '/demo', page: () => import('./pages/Demo.tsx') }),
  row({ path: '/agreement', page: () => import('./pages/Agreement.tsx') }),
  row({ path: '/privacy', page: () => import('./pages/Privacy.tsx') }),
]

export const notFound = row({ path: '/404', page: () => import('./pages/NotFound.tsx') })

const byPath = new Map([...generalRows, ...ownRows].map((route) => [route.path, route]))
/** Every page there is, for the server and for the browser; docs/tour.md says what a new one takes. */
export const routes: readonly Route[] = [...byPath.values()]
/** A row whose path ends with a star is for every address below it. */
export const routeOf = (path: string): Route | undefined => byPath.get(path) ?? byPath.get(path.replace(/[^/]+$/, '*'))

/** The address that identifies a page: other query parameters are ignored. */
export function addressOf(path: string, search: string): string {
  const { query: names = [], id, values } = routeOf(path) ?? {}
  const query = new URLSearchParams(search)
  const parameters = (id && query.get(id) ? [id] : names).flatMap((name) => {
    const value = query.get(name)
    return value && (values?.[name]?.(value) ?? true) ? [`${name}=${encodeURIComponent(value)}`] : []
  })
  return parameters.length > 0 ? `${path}?${parameters.join('&')}` : path
}
