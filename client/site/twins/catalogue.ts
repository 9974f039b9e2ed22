import type { ProductRow, Site } from '../../../contract/entities.ts'
import { type LocationId, locationIds } from '../../../contract/locations.ts'
import { type CardProduct, cardProduct } from '../cardProduct.ts'
import { describe, titled } from '../head.ts'
import { type Chunk, chunkOf, requestedChunk } from '../pagination.ts'
import type { Banner, Head, PageRequest } from '../route.ts'

export interface ProductGroup {
  products: CardProduct[]
  /** Of all products of the group. */
  count: number
  chunk: Chunk
}

export interface CatalogueFacts {
  /** The group that was asked for. */
  open: LocationId
  groups: Record<LocationId, ProductGroup>
  texts: Site['productGroups']
}

const productsPerChunk = 60

/** Loads the first chunk of each group, but of the open group the chunk in the address. */
export async function load({ call, site, query }: PageRequest): Promise<CatalogueFacts> {
  const open = locationIds.find((id) => id === query.get('locationId')) ?? 'zhgd'
  const loadGroup = async (locationId: LocationId): Promise<[LocationId, ProductGroup]> => {
    const number = locationId === open ? requestedChunk(query) : 1
    const { data, count } = await call('productList', { locationId, page: number, limit: productsPerChunk })
    return [locationId, { products: cardsOf(locationId, data), count, chunk: chunkOf(number, count, productsPerChunk) }]
  }
  return {
    open, texts: site.productGroups, groups: Object.fromEntries(await Promise.all(locationIds.map(loadGroup))) as CatalogueFacts['groups'],
  }
}

/** The robots are shown oldest first, which shows how the family grew. */
export const cardsOf = (id: LocationId, products: ProductRow[]): CardProduct[] =>
  (id === 'cpxt' ? [...products].reverse() : products).map(cardProduct)

export const head = (_facts: CatalogueFacts, site: Site): Head => ({
  title: titled(site.pageNames.product, site),
  description: describe('product', site),
})

export const banner = (_facts: CatalogueFacts, { banners, pageNames }: Site): Banner => ({
  image: banners.product.image, title: pageNames.product, lead: banners.product.lead,
})
