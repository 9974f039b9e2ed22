import { type CardProduct, cardProduct } from './cardProduct.ts'
import { isMissing } from './noSuchPage.ts'
import type { MakeCall } from './route.ts'

/** Loads the products that a record names, without those that staff have deleted since. */
export async function loadProducts(call: MakeCall, ids: readonly string[] = []): Promise<CardProduct[]> {
  const found = await Promise.all([...new Set(ids)].map((productId) => call('productDetail', { productId }).catch(ignoreMissing)))
  return found.flatMap((product) => (product ? cardProduct(product) : []))
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
