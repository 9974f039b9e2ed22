import type { ProductRow } from '../../contract/entities.ts'
import { isMissing } from './noSuchPage.ts'
import type { MakeCall } from './route.ts'

/** The products that a record names, without their rich text; those that staff have deleted since are left out. */
export async function namedProducts(call: MakeCall, ids: readonly string[] = []): Promise<ProductRow[]> {
  const found = await Promise.all([...new Set(ids)].map((productId) => call('productDetail', { productId }).catch(ignoreMissing)))
  return found.flatMap((product) => {
    if (!product) return []
    const { productCon: _text, version: _version, ...row } = product
    return [row]
  })
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
