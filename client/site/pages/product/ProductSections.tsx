import type { ReactNode } from 'react'
import type { Detail, Product } from '../../../../contract/entities.ts'
import { comparePage, productPage } from '../../../../contract/recordPages.ts'
import { SectionHead, type SectionHeadProps } from '../../../ui/SectionHead.tsx'
import { CaseCards } from '../../parts/CaseCards.tsx'
import { Details } from '../../parts/Details.tsx'
import { InquiryBand } from '../../parts/InquiryBand.tsx'
import type { Asked } from '../../parts/InquiryLink.tsx'
import { Neighbours } from '../../parts/Neighbours.tsx'
import { PageBar } from '../../parts/PageBar.tsx'
import { Points } from '../../parts/Points.tsx'
import { ProofLine } from '../../parts/ProofLine.tsx'
import { ProductTiles } from '../../parts/ProductTiles.tsx'
import { Section } from '../../parts/Section.tsx'
import { type CardProduct, productName } from '../../products.ts'
import type { FrameFacts } from '../../route.ts'
import { type ProductContext, tableFacts } from './data.ts'
import { ProductText } from './ProductText.tsx'
import { Story } from './Story.tsx'

interface Props {
  product: Partial<Product>
  name: string
  context: ProductContext
  frame: FrameFacts
  asked: Asked
  /** Whom to ask, beside the text on a desktop; phones have a bar for that. */
  contact?: ReactNode
}

/** All that is below the head of a product's page. */
export function ProductSections({ product, name, context, frame, asked, contact }: Props) {
  const phone = contact === undefined
  const { products, cases, previous, next, afterSales, afterSalesTitle, place, proofs } = context
  const { productId = '', productCon, story = [], documents = [], models = [], platforms = [] } = product
  const rows = tableFacts(product)
  const isAlone = !(previous ?? next)
  return (
    <>
      <PageBar
        name={name}
        parts={[
          { id: 'story', name: '亮点', on: story.length > 0 },
          { id: 'overview', name: '概览', on: Boolean(productCon) },
          // On a desktop they are beside the text.
          { id: 'documents', name: '资料', on: phone && documents.length > 0 },
          { id: 'specs', name: '参数', on: rows.length > 0 },
          { id: 'cases', name: '案例', on: cases.length > 0 },
          { id: 'ask', name: '咨询', on: place.band !== undefined && !place.button },
        ]}
        asked={place.button ? asked : undefined}
      />
      <Story story={story} />
      <ProductText product={product} contact={contact} />
      <Table
        id="specs"
        name="参数"
        rows={rows}
        more={isAlone ? undefined : { href: comparePage([productId]), words: '比较同类产品' }}
      />
      {models.length > 1 && (
        <Table name="型号" rows={models.map(({ model, note }) => ({ term: model, description: note }))} />
      )}
      <Table
        name="已对接平台"
        rows={platforms.map(({ province, cities }) => ({ term: province, description: cities }))}
      />
      <Section className="product-cases" id="cases" items={cases}>
        <div className="wrap">
          <SectionHead name="应用案例" more={{ href: '/xiangmuanli', words: '全部案例' }} />
          <CaseCards cases={cases} />
        </div>
      </Section>
      <ProofLine proofs={proofs} frame={frame} />
      <Section className={phone ? 'tinted' : 'night gridded'} items={afterSales}>
        <div className="wrap">
          <SectionHead name={afterSalesTitle} />
          <Points points={afterSales} numbered />
        </div>
      </Section>
      <ProductTiles heading={{ name: '相关产品', lead: '' }} products={products} />
      {(previous ?? next) && (
        <div className="wrap">
          <Neighbours
            label="同类产品"
            words={['上一个产品', '下一个产品']}
            list={phone ? '/zhuyingyewu' : '/product'}
            previous={neighbour(previous)}
            next={neighbour(next)}
          />
        </div>
      )}
      <InquiryBand band={place.band} frame={frame} asked={asked} />
    </>
  )
}

interface TableProps extends Pick<SectionHeadProps, 'name' | 'more'> {
  id?: string
  rows: readonly Detail[]
}

const Table = ({ rows, name, more, ...rest }: TableProps) => (
  <Section className="specs" {...rest} items={rows}>
    <div className="wrap">
      <SectionHead name={name} more={more} />
      <Details details={rows} />
    </div>
  </Section>
)

const neighbour = (product: CardProduct | undefined) =>
  product && { href: productPage(product.productId), name: productName(product) }
