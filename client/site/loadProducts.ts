import { type CardProduct, cardProduct } from './cardProduct.ts'
import type { PageRequest } from './route.ts'

/** Loads the products that a record names, without those that staff have deleted since; none where products have no page. */
export async function loadProducts(
  { call, site }: Pick<PageRequest, 'call' | 'site'>, ids: readonly string[] = [],
): Promise<CardProduct[]> {
  const productIds = [...new Set(ids)].filter(Boolean)
  if (productIds.length === 0 || !site.pagesOn.product) return []
  const { data } = await call('productList', { productIds, limit: productIds.length })
  // While servers are upgraded one after the other, one of them may not know the ids yet.
  return data.filter(({ productId }) => productIds.includes(productId)).map(cardProduct)
}
