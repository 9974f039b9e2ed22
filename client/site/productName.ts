import type { ProductRow } from '../../contract/entities.ts'

/** Staff may save a product without a name. */
export const productName = ({ coverName, productType }: Pick<ProductRow, 'coverName' | 'productType'>): string => coverName || productType || '产品'

/** A longer name is set smaller where it is the title of a page. */
export const maxLargeLength = 24
