import type { LocationId } from '../../../contract/entities.ts'
import { SheetLinks } from '../parts/SheetLinks.tsx'
import { Shot } from '../parts/Shot.tsx'
import { productLink } from '../productLink.ts'
import { productName } from '../productName.ts'
import type { PageProps } from '../route.ts'
import type { CatalogueGroups } from '../sheets.ts'
import { ProductTabs } from './ProductTabs.tsx'

export interface PhoneProductsFacts {
  /** The group that was asked for. */
  open: LocationId
  groups: CatalogueGroups
}

export default function PhoneProducts({ facts: { open, groups } }: PageProps<PhoneProductsFacts>) {
  return (
    <div className="wrap phone-products" id="catalogue">
      <ProductTabs
        open={open}
        listOf={(id) => groups[id].products}
        level={2}
        show={(products, id) => (
          <>
            <ul className="phone-cards">
              {products.map((product) => (
                <li key={product.productId}>
                  <a className="card" href={productLink(product)}>
                    <Shot image={product.coverUrl} sizes="(min-width: 48rem) 20rem, 46vw" />
                    <h3>{productName(product)}</h3>
                  </a>
                </li>
              ))}
            </ul>
            <SheetLinks sheet={groups[id].sheet} to={(number) => `/zhuyingyewu?locationId=${id}&page=${number}#catalogue`} words={['上一组', '下一组']} />
          </>
        )}
      />
    </div>
  )
}
