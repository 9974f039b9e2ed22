import type { Product } from '../../../../contract/kinds/entities.ts'
import { keepWords } from '../../../ui/keepWords.ts'
import { Details } from '../../parts/Details.tsx'
import { type CardProduct, productName } from '../../products.ts'
import { headFacts } from './data.ts'

/** What stands at the top of a product's page. A longer name is set smaller. */
export function ProductWords({ product }: { product: CardProduct & Partial<Product> }) {
  const { coverDescribe } = product
  const name = productName(product)
  return (
    <>
      <h1 className={name.length > 24 ? 'long' : undefined} {...keepWords(name)} />
      {coverDescribe && (
        <p className="lead" dir="auto">
          {coverDescribe}
        </p>
      )}
      <Details className="head-facts" details={headFacts(product)} />
    </>
  )
}
