import type { Heading } from '../../../contract/kinds/entities.ts'
import { SectionHead } from '../../ui/SectionHead.tsx'
import type { CardProduct } from '../products.ts'
import { ProductCard } from './ProductCard.tsx'
import { Section } from './Section.tsx'

/** The few products that belong to a case or to another product. */
export function ProductTiles({
  heading,
  products,
  id,
  minor,
}: {
  heading: Heading
  products: readonly CardProduct[]
  id?: string
  /** Smaller, where they are not what the page is about. */
  minor?: boolean
}) {
  return (
    <Section
      className={minor ? 'tinted few-products minor' : 'tinted few-products'}
      items={products}
      {...(id && { id })}
    >
      <SectionHead {...heading} />
      <div className="grid tiles">
        {products.map((product) => (
          <ProductCard key={product.productId} product={product} />
        ))}
      </div>
    </Section>
  )
}
