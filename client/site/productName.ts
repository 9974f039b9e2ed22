import type { CardProduct } from './cardProduct.ts'

/** Staff may save a product without a name. */
export const productName = ({ coverName, productType }: Pick<CardProduct, 'coverName' | 'productType'>): string =>
  coverName || productType || '产品'

/** A longer name is set smaller where it is the title of a page. */
export const maxLargeLength = 24
