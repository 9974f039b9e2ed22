import type { ProductGroups } from '../../../contract/entities.ts'
import { Shot } from '../parts/Shot.tsx'
import type { PageProps } from '../route.ts'
import { addressOf, nameOf, ProductTabs } from './ProductTabs.tsx'

export interface PhoneProductsFacts {
  groups: ProductGroups
}

export default function PhoneProducts({ facts: { groups } }: PageProps<PhoneProductsFacts>) {
  return (
    <div className="wrap phone-products">
      <ProductTabs
        groups={groups}
        level={2}
        show={(products) => (
          <ul className="phone-cards">
            {products.map((product) => (
              <li key={product.productId}>
                <a className="card" href={addressOf(product)}>
                  <Shot image={product.coverUrl} />
                  <h3>{nameOf(product)}</h3>
                </a>
              </li>
            ))}
          </ul>
        )}
      />
    </div>
  )
}
