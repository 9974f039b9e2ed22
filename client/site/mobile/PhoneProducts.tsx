import { keepWords } from '../../ui/keepWords.ts'
import { ChunkLinks } from '../parts/ChunkLinks.tsx'
import { Preparing } from '../parts/Preparing.tsx'
import { Thumbnail } from '../parts/Thumbnail.tsx'
import { productLink } from '../productLink.ts'
import { productName } from '../productName.ts'
import type { PageProps } from '../route.ts'
import type { CatalogueFacts } from '../twins/catalogue.ts'
import { ProductTabs } from './ProductTabs.tsx'

export { banner, head, load } from '../twins/catalogue.ts'

export default function PhoneProducts({ facts: { open, groups }, frame }: PageProps<CatalogueFacts>) {
  if (groups.length === 0) return <Preparing what={frame.pageNames.product} frame={frame} />
  return (
    <div className="wrap phone-products" id="catalogue">
      <ProductTabs
        groups={groups}
        open={open}
        level={2}
        show={({ id, products, chunk }) => (
          <>
            <ul className="phone-cards">
              {products.map((product) => (
                <li key={product.productId}>
                  <a className="card" href={productLink(product)}>
                    <Thumbnail image={product.coverUrl} sizes="(min-width: 48rem) 20rem, 46vw" />
                    <h3 {...keepWords(productName(product))} />
                  </a>
                </li>
              ))}
            </ul>
            <ChunkLinks chunk={chunk} hrefOf={(number) => `/zhuyingyewu?locationId=${id}&page=${number}#catalogue`} />
          </>
        )}
      />
    </div>
  )
}
