import type { Point, ProductRelated, Site } from '../../../../contract/entities.ts'
import { type CardProduct, cardProduct } from '../../cardProduct.ts'
import { inquiryPlace, type InquiryPlace } from '../../inquiryPlace.ts'
import { isMissing } from '../../noSuchPage.ts'
import type { PageRequest } from '../../route.ts'

/** What is around every product on its page. */
export interface ProductContext extends Pick<ProductRelated, 'cases'> {
  products: CardProduct[]
  previous: CardProduct | undefined
  next: CardProduct | undefined
  afterSales: Point[]
  afterSalesTitle: string
  place: InquiryPlace
}

export const noContext: ProductContext = {
  products: [], cases: [], previous: undefined, next: undefined, afterSales: [], afterSalesTitle: '', place: { button: false },
}

export const siteContext = (site: Site): ProductContext => ({
  ...noContext, afterSales: site.afterSales, afterSalesTitle: site.supportTexts.afterSales, place: inquiryPlace(site, 'product'),
})

export async function loadContext({ call, site }: Pick<PageRequest, 'call' | 'site'>, productId: string): Promise<ProductContext> {
  const context = siteContext(site)
  try {
    const { products, cases, previous, next } = await call('productRelated', { productId })
    const beside = (row: ProductRelated['next']): CardProduct | undefined => (row ? cardProduct(row) : undefined)
    return { ...context, cases, products: products.map(cardProduct), previous: beside(previous), next: beside(next) }
  } catch (error) {
    // While servers are upgraded one after the other, one of them may not know the call yet.
    if (isMissing(error)) return context
    throw error
  }
}
