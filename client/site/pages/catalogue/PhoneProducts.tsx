import { keepWords } from '../../../ui/keepWords.ts'
import { OfferLine } from '../../parts/OfferLine.tsx'
import { Pager } from '../../parts/Pager.tsx'
import { Preparing } from '../../parts/Preparing.tsx'
import { ProductTabs } from '../../parts/ProductTabs.tsx'
import { SearchForm } from '../../parts/SearchForm.tsx'
import { Thumbnail } from '../../parts/Thumbnail.tsx'
import { productLink, productName } from '../../products.ts'
import type { PageProps } from '../../route.ts'
import { CompareLink } from './CompareLink.tsx'
import { type CatalogueFacts, hrefOfChunk, isLong } from './data.ts'
import { GroupParts } from './GroupParts.tsx'
import { useGroup } from './useGroup.ts'

export { banner, head, load } from './data.ts'

export default function PhoneProducts({ facts, frame }: PageProps<CatalogueFacts>) {
  const { groups } = facts
  const [current, choose] = useGroup('/zhuyingyewu', facts)
  if (groups.length === 0) return <Preparing what={frame.pageNames.product} frame={frame} />
  return (
    <div className="wrap phone-products" id="catalogue">
      {isLong(groups) && <SearchForm />}
      <ProductTabs
        groups={groups}
        current={current}
        onChange={choose}
        level={2}
        show={(group) => (
          <>
            <GroupParts path="/zhuyingyewu" group={group} />
            <ul className="phone-cards">
              {group.products.map((product) => (
                <li key={product.productId}>
                  <a className="card column" href={productLink(product)}>
                    <Thumbnail image={product.coverUrl} sizes="(min-width: 48rem) 20rem, 46vw" />
                    <h3 {...keepWords(productName(product))} />
                    <OfferLine offer={product} />
                  </a>
                </li>
              ))}
            </ul>
            {group.products.length > 1 && <CompareLink group={group.id} />}
            <Pager label={`${group.title}分页`} chunk={group.chunk} hrefOf={hrefOfChunk('/zhuyingyewu', group.id)} />
          </>
        )}
      />
    </div>
  )
}
