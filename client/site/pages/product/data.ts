import type { Detail, Point, Product, ProductRelated, Site } from '../../../../contract/kinds/entities.ts'
import type { Fact } from '../../../../contract/kinds/kinds.ts'
import type { Share } from '../../../../contract/kinds/recordHead.ts'
import { recordHead } from '../../head.ts'
import { inquiryPlace, type InquiryPlace } from '../../parts/InquiryBand.tsx'
import { namedProofs, type ShownProof } from '../../parts/ProofLine.tsx'
import { type CardProduct, cardProduct, fullName, productName } from '../../products.ts'
import { isMissing, NoSuchPage, type PageRequest } from '../../route.ts'
import { valueIn } from './comparedRows.ts'

/** What is around every product on its page. */
export interface ProductContext extends Pick<ProductRelated, 'cases' | 'sharesName'> {
  products: CardProduct[]
  previous: CardProduct | undefined
  next: CardProduct | undefined
  afterSales: Point[]
  afterSalesTitle: string
  place: InquiryPlace
  proofs: ShownProof[]
}

export const noContext: ProductContext = {
  products: [],
  cases: [],
  previous: undefined,
  next: undefined,
  afterSales: [],
  afterSalesTitle: '',
  place: { button: false },
  proofs: [],
}

export const siteContext = (site: Site): ProductContext => ({
  ...noContext,
  afterSales: site.afterSales,
  afterSalesTitle: site.supportTexts.afterSales,
  place: inquiryPlace(site, 'product'),
})

export async function loadProduct({ call, site, query }: PageRequest) {
  const productId = query.get('productId')
  if (!productId) throw new NoSuchPage()
  const [product, context] = await Promise.all([
    call('productDetail', { productId }),
    loadContext({ call, site }, productId),
  ])
  return { product, context: { ...context, proofs: namedProofs(product.proofs, site) } }
}

async function loadContext(
  { call, site }: Pick<PageRequest, 'call' | 'site'>,
  productId: string,
): Promise<ProductContext> {
  const context = siteContext(site)
  try {
    const { products, previous, next, ...more } = await call('productRelated', { productId })
    const beside = (row: ProductRelated['next']): CardProduct | undefined => (row ? cardProduct(row) : undefined)
    return { ...context, ...more, products: products.map(cardProduct), previous: beside(previous), next: beside(next) }
  } catch (error) {
    // While servers are upgraded one after the other, one of them may not know the call yet.
    if (isMissing(error)) return context
    throw error
  }
}

export const productTitle = (product: CardProduct, { sharesName }: ProductContext): string =>
  sharesName ? fullName(product) : productName(product)

/** Without an id the picture is only that of the address, which is not shared. */
export const productHead = (product: CardProduct & Share, context: ProductContext, site: Site) =>
  recordHead(
    {
      title: productTitle(product, context),
      text: product.coverDescribe,
      picture: product.productId && product.coverUrl,
    },
    product,
    site,
  )

const detailOf = ({ term, value }: Fact): Detail => ({ term, description: value })

/** What is above the fold. */
export const headFacts = ({ facts = [] }: Partial<Product>): Detail[] => facts.filter(({ head }) => head).map(detailOf)

/** What is in the table below. */
export const tableFacts = ({ facts = [], specs = [] }: Partial<Product>): Detail[] =>
  [...facts.filter(({ head }) => !head), ...specs].map(detailOf)

type Model = NonNullable<Product['models']>[number]

/** What a model says of itself. */
const ownFacts = ({ note, price = '', specs = [] }: Model): Detail[] =>
  [{ term: '说明', value: note }, { term: '价格', value: price }, ...specs].filter(({ value }) => value).map(detailOf)

export interface ModelFacts {
  name: string
  /** For each term that any model has of its own, in one order for all; the product's where this one has none. */
  first: Detail[]
  /** What holds of all models. */
  specs: Detail[]
}

/** Some have more than a note. */
export const haveOwn = (facts: readonly ModelFacts[]): boolean =>
  facts.some(({ first }) => first.some(({ term }) => term !== '说明'))

export function modelFacts(product: Partial<Product>): ModelFacts[] {
  const { models = [] } = product
  const terms = [...new Set(models.flatMap(ownFacts).map(({ term }) => term))]
  const common = [...headFacts(product), ...tableFacts(product)]
  return models.map((model) => ({
    name: model.model,
    first: terms.map((term) => ({ term, description: valueIn(ownFacts(model), term) || valueIn(common, term) })),
    specs: common.filter(({ term }) => !terms.includes(term)),
  }))
}
