import { useState } from 'react'
import type { CarouselPhoto, Site } from '../../../contract/entities.ts'
import { type LocationId, locationIds } from '../../../contract/locations.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { ChunkLinks } from '../parts/ChunkLinks.tsx'
import { ProductCard } from '../parts/ProductCard.tsx'
import type { Banner, PageProps, PageRequest } from '../route.ts'
import { type CatalogueFacts, type ProductGroup, banner as catalogueBanner, load as loadCatalogue } from '../twins/catalogue.ts'

interface ProductCenterFacts extends CatalogueFacts {
  photos: CarouselPhoto[]
}

export async function load(request: PageRequest): Promise<ProductCenterFacts> {
  const [catalogue, photos] = await Promise.all([loadCatalogue(request), request.call('carouselAll', {})])
  return { ...catalogue, photos }
}

export { head } from '../twins/catalogue.ts'

export const banner = (facts: ProductCenterFacts, site: Site): Banner => ({ ...catalogueBanner(facts, site), photos: facts.photos })

export default function ProductCenter({ facts: { open, groups, texts } }: PageProps<ProductCenterFacts>) {
  const [current, setCurrent] = useState(open)
  return (
    <section className="section gridded catalogue" id="catalogue">
      <div className="wrap">
        <Tabs<LocationId>
          label="产品分类"
          tabs={locationIds.map((key) => ({ key, name: `${texts[key].name}（${groups[key].count}）` }))}
          current={current}
          onChange={setCurrent}
          panel={locationIds.map((id) => (
            <Group key={id} id={id} group={groups[id]} text={texts[id]} shown={id === current} />
          ))}
        />
      </div>
    </section>
  )
}

/** All groups are in the HTML: without a script the style sheet shows them, hidden or not. */
function Group({
  id, group: { products, chunk }, text, shown,
}: { id: LocationId; group: ProductGroup; text: CatalogueFacts['texts'][LocationId]; shown: boolean }) {
  return (
    <section className="catalogue-group" hidden={!shown}>
      <header className="row wraps">
        <h2>{text.name}</h2>
        <p className="muted">{text.intro}</p>
      </header>
      {products.length === 0 && <p className="muted">这一类产品正在整理，敬请期待。</p>}
      <div className="grid tiles">
        {products.map((product) => (
          <ProductCard key={product.productId} product={product} inGroup />
        ))}
      </div>
      <ChunkLinks chunk={chunk} hrefOf={(number) => `/product?locationId=${id}&page=${number}#catalogue`} />
    </section>
  )
}
