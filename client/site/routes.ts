import { isGroupId } from '../../contract/locations.ts'
import { isProofType } from '../../contract/proofs.ts'
import { routesOf } from '../../contract/sitePages.ts'
import { searchPage } from '../../contract/siteSearch.ts'
import type { Route } from './route.ts'

/** Lets the compiler check that what a page's `load` returns is what the page draws. */
const row = <Facts>(route: Route<Facts>): Route => route as unknown as Route

/** Every page there is, for the server and for the browser. A new page is one file, and one row here. */
export const routes: readonly Route[] = [
  row({ path: '/', frame: 'desktop', page: () => import('./pages/home/Home.tsx') }),
  row({
    path: '/product',
    query: ['locationId', 'page'],
    values: { locationId: isGroupId },
    frame: 'desktop',
    keepAlive: true,
    page: () => import('./pages/catalogue/ProductCenter.tsx'),
  }),
  row({
    path: '/productDet',
    query: ['productId'],
    frame: 'desktop',
    floatingContact: true,
    page: () => import('./pages/product/ProductDetail.tsx'),
  }),
  row({
    path: '/product/compare',
    query: ['ids', 'locationId'],
    frame: 'wide',
    uncacheable: true,
    page: () => import('./pages/product/Compare.tsx'),
  }),
  row({ path: '/xwdt', query: ['page'], frame: 'wide', page: () => import('./pages/news/News.tsx') }),
  row({ path: '/xwdtDet', query: ['newId'], frame: 'wide', page: () => import('./pages/news/NewsDetail.tsx') }),
  row({ path: '/p/*', frame: 'wide', page: () => import('./pages/CustomPage.tsx') }),
  row({ path: '/dljm', frame: 'desktop', page: () => import('./pages/agent/Agent.tsx') }),
  row({ path: '/gywm', frame: 'desktop', contact: true, page: () => import('./pages/company/About.tsx') }),
  row({
    path: '/mobile',
    query: ['title', 'desc'],
    frame: 'phone',
    keepAlive: true,
    contact: true,
    uncacheable: true,
    page: () => import('./pages/home/PhoneHome.tsx'),
  }),
  row({
    path: '/zhuyingyewu',
    query: ['locationId', 'page'],
    values: { locationId: isGroupId },
    frame: 'phone',
    keepAlive: true,
    contact: true,
    page: () => import('./pages/catalogue/PhoneProducts.tsx'),
  }),
  row({
    path: '/cpDeatail',
    query: ['productId', 'title', 'desc', 'imgUrl'],
    id: 'productId',
    frame: 'phone',
    callBar: true,
    uncacheable: true,
    page: () => import('./pages/product/PhoneProduct.tsx'),
  }),
  row({ path: '/dailijiameng', frame: 'phone', page: () => import('./pages/agent/PhoneAgent.tsx') }),
  row({
    path: '/gongsijianjie',
    frame: 'phone',
    contact: true,
    page: () => import('./pages/company/PhoneCompany.tsx'),
  }),
  row({ path: '/xiangmuanli', frame: 'wide', page: () => import('./pages/cases/Cases.tsx') }),
  ...routesOf('cases')
    .slice(1)
    .map(([path]) => row({ path, frame: 'wide', page: () => import('./pages/cases/ProjectCase.tsx') })),
  row({ path: '/en', frame: 'wide', page: () => import('./pages/English.tsx') }),
  row({ path: '/yingyongchangjing', frame: 'wide', page: () => import('./pages/Scenarios.tsx') }),
  row({
    path: '/zizhi',
    query: ['type'],
    values: { type: isProofType },
    frame: 'wide',
    page: () => import('./pages/Proofs.tsx'),
  }),
  row({
    path: '/zixun',
    query: ['productId', 'topic', 'word', 'compared'],
    frame: 'wide',
    uncacheable: true,
    page: () => import('./pages/Inquiry.tsx'),
  }),
  row({
    path: searchPage,
    query: ['word', 'kind', 'page'],
    frame: 'wide',
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
  row({ path: '/demo', frame: 'wide', page: () => import('./pages/Demo.tsx') }),
  row({ path: '/agreement', frame: 'wide', page: () => import('./pages/Agreement.tsx') }),
  row({ path: '/privacy', frame: 'wide', page: () => import('./pages/Privacy.tsx') }),
]

export const notFound = row({ path: '/404', frame: 'wide', page: () => import('./pages/NotFound.tsx') })

const byPath = new Map(routes.map((route) => [route.path, route]))
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
