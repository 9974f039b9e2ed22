import { type CardProduct, cardProduct } from './cardProduct.ts'
import type { MakeCall } from './route.ts'

/** Loads the products that a record names, without those that staff have deleted since. */
export async function loadProducts(call: MakeCall, ids: readonly string[] = []): Promise<CardProduct[]> {
  const productIds = [...new Set(ids)].filter(Boolean)
  if (productIds.length === 0) return []
  const { data } = await call('productList', { productIds, limit: productIds.length })
  // While servers are upgraded one after the other, one of them may not know the ids yet.
  return data.filter(({ productId }) => productIds.includes(productId)).map(cardProduct)
}
