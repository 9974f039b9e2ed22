import { truncate } from '../../contract/text/characters.ts'
import type { ProductGroups, ProductRow } from '../../contract/kinds/entities.ts'
import { nameWithModel } from '../../contract/kinds/recordPages.ts'
import { pick, queryText } from './facts.ts'
import type { PageRequest } from './route.ts'

/** The fields of a product that lists show. */
export type CardProduct = ReturnType<typeof cardProduct>

export const cardProduct = (row: ProductRow) =>
  pick(row, 'productId', 'coverName', 'coverDescribe', 'coverUrl', 'productType', 'model', 'modelCount', 'price')

/** The products of each group of the first level, in the order of pages. */
export const productLists = ({ zhgdList, cpxtList, jzbhList, more = [] }: ProductGroups) =>
  new Map([
    ['zhgd', zhgdList],
    // Of robots, the reply has the opposite order (docs/wire.md).
    ['cpxt', [...cpxtList].reverse()],
    ['jzbh', jzbhList],
    ...more.map(({ id, list }) => [id, list] as const),
  ])

/** Loads the products that a record names, without those that staff have deleted since; none where products have no page. */
export async function loadProducts(
  { call, site }: Pick<PageRequest, 'call' | 'site'>,
  ids: readonly string[] = [],
): Promise<CardProduct[]> {
  const productIds = [...new Set(ids)].filter(Boolean)
  if (productIds.length === 0 || !site.pagesOn.product) return []
  const { data } = await call('productList', { productIds, limit: productIds.length })
  return data.map(cardProduct)
}

/** Those that stand where a home page has no picture of its own. */
export const pictured = (products: readonly CardProduct[]): CardProduct[] =>
  products.filter(({ coverUrl }) => coverUrl !== '').slice(0, 3)

/** Staff may save a product without a name. */
export const productName = ({ coverName, productType }: Pick<CardProduct, 'coverName' | 'productType'>): string =>
  coverName || productType || '产品'

export const fullName = (product: CardProduct): string =>
  nameWithModel(productName(product), product.model, product.modelCount)

/** What to call each of these: where several have one name, with the model. */
export function namesAmong(products: readonly CardProduct[]): (product: CardProduct) => string {
  const names = products.map(productName)
  return (product) => {
    const name = productName(product)
    return names.indexOf(name) === names.lastIndexOf(name) ? name : fullName(product)
  }
}

/** Long texts would make long addresses; the whole text is loaded with the record. */
const maxLengths = { title: 60, desc: 300 }

/** The address of a product on a phone contains what its card shows, so that the page can be rendered before the record is loaded. */
export const productLink = ({ productId, coverName, coverDescribe, coverUrl }: CardProduct): string => {
  const desc = truncate(coverDescribe, maxLengths.desc)
  const title = truncate(coverName, maxLengths.title)
  const query = Object.entries({ productId, desc, title, imgUrl: coverUrl }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  return `/cpDeatail?${query.join('&')}`
}

/** What the address says of a product, without an id and a group: anyone may have written it. */
export const linkedProduct = (query: URLSearchParams): CardProduct => ({
  productId: '',
  productType: '',
  coverName: queryText(query, 'title', maxLengths.title),
  coverDescribe: queryText(query, 'desc', maxLengths.desc),
  coverUrl: localImage(query.get('imgUrl')),
})

/** Accepts pictures of this site only. */
const localImage = (value: string | null): string =>
  value && /^\/(?:media|uploads)\/[\w./-]+$/.test(value) && !value.includes('..') ? value : ''
