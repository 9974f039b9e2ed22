/** The words by which a phone or tablet is known. */
const phoneWords = /Android|iPhone|SymbianOS|Windows Phone|iPad|iPod/

export const isPhone = (userAgent: string): boolean => phoneWords.test(userAgent)

/** Each desktop route and its twin for phones; the detail pages keep their product, the others nothing. */
const twins = [
  ['/', '/mobile'],
  ['/product', '/zhuyingyewu'],
  ['/productDet', '/cpDeatail'],
  ['/dljm', '/dailijiameng'],
  ['/gywm', '/gongsijianjie'],
] as const

const toPhone = new Map<string, string>(twins)
const toDesktop = new Map<string, string>(twins.map(([desktop, phone]) => [phone, desktop]))

export const hasTwin = (path: string): boolean => toPhone.has(path) || toDesktop.has(path)

/** Where this visitor should be instead; undefined when they are right here. */
export function twinOf(path: string, search: string, phone: boolean): string | undefined {
  const other = (phone ? toPhone : toDesktop).get(path)
  const query = new URLSearchParams(search)
  const productId = query.get('productId')
  if (path === '/productDet' || path === '/cpDeatail') {
    const home = phone ? '/mobile' : '/'
    // A phone shows a product from its title alone; a desktop page needs the product itself.
    if (!productId) return path === '/cpDeatail' && phone && query.get('title') ? undefined : home
    return other && `${other}?productId=${encodeURIComponent(productId)}`
  }
  return other
}
