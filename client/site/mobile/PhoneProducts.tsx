import { keepWords } from '../../ui/keepWords.ts'
import { ChunkLinks } from '../parts/ChunkLinks.tsx'
import { Thumbnail } from '../parts/Thumbnail.tsx'
import { productLink } from '../productLink.ts'
import { productName } from '../productName.ts'
import type { PageProps } from '../route.ts'
import type { CatalogueFacts } from '../twins/catalogue.ts'
import { ProductTabs } from './ProductTabs.tsx'

export { banner, head, load } from '../twins/catalogue.ts'

export default function PhoneProducts({ facts: { open, groups, texts } }: PageProps<CatalogueFacts>) {
  return (
    <div className="wrap phone-products" id="catalogue">
      <ProductTabs
        texts={texts}
        open={open}
        listOf={(id) => groups[id].products}
        level={2}
        show={(products, id) => (
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
            <ChunkLinks chunk={groups[id].chunk} hrefOf={(number) => `/zhuyingyewu?locationId=${id}&page=${number}#catalogue`} />
          </>
        )}
      />
    </div>
  )
}
