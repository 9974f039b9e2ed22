import { useState } from 'react'
import { type CarouselPhoto, type LocationId, locationIds, locations } from '../../../contract/entities.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { ProductCard } from '../parts/ProductCard.tsx'
import { SheetLinks } from '../parts/SheetLinks.tsx'
import type { PageProps } from '../route.ts'
import type { CatalogueGroups, ProductGroup } from '../sheets.ts'

export interface ProductCenterFacts {
  /** The group that was asked for. */
  open: LocationId
  groups: CatalogueGroups
  photos: CarouselPhoto[]
}

const leads: Readonly<Record<LocationId, string>> = {
  zhgd: '人员、机械、环境、视频与工艺，接进同一个平台，班前看计划，班后看闭环。',
  cpxt: '把重复、繁重和高处的活交给机器人，把人留在更安全的地方。',
  jzbh: '防护、加工、驻地与体验，按统一标准预制，到场拼装，周转使用。',
}

export default function ProductCenter({ facts: { open, groups } }: PageProps<ProductCenterFacts>) {
  const [current, setCurrent] = useState(open)
  return (
    <section className="section gridded catalogue" id="catalogue">
      <div className="wrap">
        <Tabs<LocationId>
          label="产品分类"
          tabs={locationIds.map((key) => ({ key, name: `${locations[key]}（${groups[key].count}）` }))}
          current={current}
          onChange={setCurrent}
          panel={locationIds.map((id) => (
            <Group key={id} id={id} group={groups[id]} shown={id === current} />
          ))}
        />
      </div>
    </section>
  )
}

/** All groups are in the page, for those who read it without a script: the style sheet shows them then, hidden or not. */
function Group({ id, group: { products, sheet }, shown }: { id: LocationId; group: ProductGroup; shown: boolean }) {
  return (
    <section className="catalogue-group" hidden={!shown}>
      <header>
        <h2>{locations[id]}</h2>
        <p>{leads[id]}</p>
      </header>
      {products.length === 0 && <p className="catalogue-none">这一类产品正在整理，敬请期待。</p>}
      <div className="grid">
        {products.map((product) => (
          <ProductCard key={product.productId} product={product} href={`/productDet?productId=${product.productId}`} />
        ))}
      </div>
      <SheetLinks sheet={sheet} to={(number) => `/product?locationId=${id}&page=${number}#catalogue`} words={['上一组', '下一组']} />
    </section>
  )
}
