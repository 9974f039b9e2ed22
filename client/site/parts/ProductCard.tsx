import { productPage } from '../../../contract/kinds/recordPages.ts'
import { Arrow } from '../../ui/Icon.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import { type CardProduct, productName } from '../products.ts'
import { OfferLine } from './OfferLine.tsx'
import { Thumbnail } from './Thumbnail.tsx'

/** Staff may save a product without any field, so each may be missing here. */
export function ProductCard({ product }: { product: CardProduct }) {
  const { productId, coverName, coverDescribe, coverUrl, productType } = product
  return (
    <a className="card product-card column" href={productPage(productId)}>
      <Thumbnail image={coverUrl} sizes="(min-width: 40rem) 24rem, 46vw" />
      <div className="product-text">
        {coverName && productType && <small>{productType}</small>}
        <h3 {...keepWords(productName(product))} />
        {coverDescribe && (
          <p className="muted" dir="auto">
            {coverDescribe}
          </p>
        )}
        <OfferLine offer={product} />
      </div>
      <Arrow />
    </a>
  )
}
