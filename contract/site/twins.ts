import { twinRoutes } from './sitePages.ts'

/** HarmonyOS names the kind of its devices: one with a keyboard is a `PC`. */
const phoneOrTablet = /Android|iPhone|SymbianOS|Windows Phone|iPad|iPod|(?:Phone|Tablet); OpenHarmony/

export const isPhone = (userAgent: string): boolean => phoneOrTablet.test(userAgent)

/** The detail pages pass on the product's id, the catalogues the chosen group. */
const toPhone = new Map(twinRoutes)
const toDesktop = new Map(twinRoutes.map(([desktop, phone]) => [phone, desktop]))

export const hasTwin = (path: string): boolean => toPhone.has(path) || toDesktop.has(path)

/** The address to redirect to; undefined when this is the right page for the device, or none. */
export function twinOf(path: string, search: string, phone: boolean): string | undefined {
  const other = (phone ? toPhone : toDesktop).get(path)
  const query = new URLSearchParams(search)
  const productId = query.get('productId')
  if (path === '/productDet' || path === '/cpDeatail') {
    if (productId) return other && `${other}?productId=${encodeURIComponent(productId)}`
    // The phone's page can show a product by its address alone, for which the desktop has none.
    return path === '/cpDeatail' && !phone && ['title', 'desc', 'imgUrl'].some((name) => query.get(name))
      ? '/'
      : undefined
  }
  if (path !== '/product' && path !== '/zhuyingyewu') return other
  const chosen = new URLSearchParams([...query].filter(([name]) => name === 'locationId' || name === 'page')).toString()
  return other && (chosen ? `${other}?${chosen}` : other)
}
