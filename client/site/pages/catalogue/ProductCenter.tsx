import type { CarouselPhoto, Site } from '../../../../contract/kinds/entities.ts'
import { keepWords } from '../../../ui/keepWords.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { InquiryBand, inquiryBand, type InquiryPlace } from '../../parts/InquiryBand.tsx'
import { Pager } from '../../parts/Pager.tsx'
import { Preparing } from '../../parts/Preparing.tsx'
import { ProductCard } from '../../parts/ProductCard.tsx'
import { SearchForm } from '../../parts/SearchForm.tsx'
import type { Banner, PageProps, PageRequest } from '../../route.ts'
import { CompareLink } from './CompareLink.tsx'
import {
  type CatalogueFacts,
  type ProductGroup,
  banner as catalogueBanner,
  hrefOfChunk,
  isLong,
  load as loadCatalogue,
} from './data.ts'
import { GroupParts } from './GroupParts.tsx'
import { useGroup } from './useGroup.ts'

interface ProductCenterFacts extends CatalogueFacts, Pick<InquiryPlace, 'band'> {
  photos: CarouselPhoto[]
}

export async function load(request: PageRequest): Promise<ProductCenterFacts> {
  const [catalogue, photos] = await Promise.all([loadCatalogue(request), request.call('carouselAll', {})])
  return { ...catalogue, photos, ...inquiryBand(request.site, 'list') }
}

export { head } from './data.ts'

export const banner = (facts: ProductCenterFacts, site: Site): Banner => ({
  ...catalogueBanner(facts, site),
  photos: facts.photos,
})

export default function ProductCenter({ facts, frame }: PageProps<ProductCenterFacts>) {
  const { groups } = facts
  const [current, choose] = useGroup('/product', facts)
  if (groups.length === 0) return <Preparing what={frame.pageNames.product} frame={frame} />
  return (
    <>
      <div className="section gridded catalogue" id="catalogue">
        <div className="wrap">
          {isLong(groups) && <SearchForm />}
          <Tabs
            label="产品分类"
            tabs={groups.map(({ id, name, count }) => ({ key: id, name: `${name}（${count}）` }))}
            current={current}
            onChange={choose}
            panel={groups.map((group) => <Group key={group.id} group={group} shown={group.id === current} />)}
          />
        </div>
      </div>
      <InquiryBand band={facts.band} frame={frame} />
    </>
  )
}

/** On a wide screen, four columns would leave more places of the last row empty than three. */
function isBetterInThrees(count: number): boolean {
  const emptyPlaces = (columns: number): number => (columns - (count % columns)) % columns
  return emptyPlaces(3) < emptyPlaces(4)
}

/** All groups are in the HTML: without a script the style sheet shows them, hidden or not. */
function Group({ group, shown }: { group: ProductGroup; shown: boolean }) {
  const { id, title, intro, products, chunk } = group
  return (
    <section className="catalogue-group" hidden={!shown}>
      <header className="row wraps">
        <h2 {...keepWords(title)} />
        {intro && (
          <p className="muted" dir="auto">
            {intro}
          </p>
        )}
        {products.length > 1 && <CompareLink group={id} />}
      </header>
      <GroupParts path="/product" group={group} />
      <div className={isBetterInThrees(products.length) ? 'grid tiles threes' : 'grid tiles'}>
        {products.map((product) => (
          <ProductCard key={product.productId} product={product} />
        ))}
      </div>
      <Pager label={`${title}分页`} chunk={chunk} hrefOf={hrefOfChunk('/product', id)} />
    </section>
  )
}
