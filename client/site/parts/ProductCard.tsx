import type { ProductRow } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Shot } from './Shot.tsx'

/** Staff may save a product without any field, so each may be missing here. */
export function ProductCard({ product: { coverName, coverDescribe, coverUrl, productType }, href }: { product: ProductRow; href: string }) {
  const name = coverName || productType || '产品'
  return (
    <a className="card product-card" href={href}>
      <Shot image={coverUrl} sizes="24rem" />
      <div className="product-words">
        {coverName && productType && <small>{productType}</small>}
        <h3>{name}</h3>
        {coverDescribe && <p>{coverDescribe}</p>}
      </div>
      <Icon name="arrow-up-right" />
    </a>
  )
}
