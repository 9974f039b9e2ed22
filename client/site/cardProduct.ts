import type { ProductRow } from '../../contract/entities.ts'
import { pick } from './pick.ts'

/** The fields of a product that lists show. */
export type CardProduct = ReturnType<typeof cardProduct>

export const cardProduct = (row: ProductRow) => pick(row, 'productId', 'coverName', 'coverDescribe', 'coverUrl', 'productType')
