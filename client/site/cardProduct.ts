import type { ProductRow } from '../../contract/entities.ts'
import { pick } from './pick.ts'

/** What the pages show of a product in a list. */
export type CardProduct = ReturnType<typeof cardProduct>

export const cardProduct = (row: ProductRow) => pick(row, 'productId', 'coverName', 'coverDescribe', 'coverUrl', 'productType')
