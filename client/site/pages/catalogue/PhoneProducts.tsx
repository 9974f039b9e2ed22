import { keepWords } from '../../../ui/keepWords.ts'
import { Pager } from '../../parts/Pager.tsx'
import { Preparing } from '../../parts/Preparing.tsx'
import { ProductTabs } from '../../parts/ProductTabs.tsx'
import { Thumbnail } from '../../parts/Thumbnail.tsx'
import { productLink, productName } from '../../products.ts'
import type { PageProps } from '../../route.ts'
import { CompareLink } from './CompareLink.tsx'
import { type CatalogueFacts, hrefOfChunk } from './data.ts'
import { useGroup } from './useGroup.ts'

export { banner, head, load } from './data.ts'

export default function PhoneProducts({ facts, frame }: PageProps<CatalogueFacts>) {
  const { groups } = facts
  const [current, choose] = useGroup('/zhuyingyewu', facts)
  if (groups.length === 0) return <Preparing what={frame.pageNames.product} frame={frame} />
  return (
    <div className="wrap phone-products" id="catalogue">
      <ProductTabs
        groups={groups}
        current={current}
        onChange={choose}
        level={2}
        show={({ id, name, products, chunk }) => (
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
            {products.length > 1 && <CompareLink group={id} />}
            <Pager label={`${name}分页`} chunk={chunk} hrefOf={hrefOfChunk('/zhuyingyewu', id)} />
          </>
        )}
      />
    </div>
  )
}
