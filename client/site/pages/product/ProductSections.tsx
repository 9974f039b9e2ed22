import type { ReactNode } from 'react'
import type { Product } from '../../../../contract/entities.ts'
import { comparePage, productPage } from '../../../../contract/recordPages.ts'
import { MoreLink } from '../../../ui/MoreLink.tsx'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { CaseCards } from '../../parts/CaseCards.tsx'
import { Details } from '../../parts/Details.tsx'
import { InquiryBand } from '../../parts/InquiryBand.tsx'
import type { Asked } from '../../parts/InquiryLink.tsx'
import { Neighbours } from '../../parts/Neighbours.tsx'
import { Outcomes } from '../../parts/Outcomes.tsx'
import { PageBar } from '../../parts/PageBar.tsx'
import { Points } from '../../parts/Points.tsx'
import { ProofLine } from '../../parts/ProofLine.tsx'
import { ProductTiles } from '../../parts/ProductTiles.tsx'
import { Section } from '../../parts/Section.tsx'
import { type CardProduct, productName } from '../../products.ts'
import type { FrameFacts } from '../../route.ts'
import { type ProductContext, tableFacts } from './data.ts'
import { Models } from './Models.tsx'
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

/** So many characters of a text's HTML are about as high as a row of the technical data beside it. */
const charactersBesideRow = 60

/** All that is below the head of a product's page. */
export function ProductSections({ product, name, context, frame, asked, contact }: Props) {
  const phone = contact === undefined
  const { products, cases, previous, next, afterSales, afterSalesTitle, place, proofs } = context
  const { productId = '', productCon = '', story = [], documents = [], platforms = [] } = product
  const rows = tableFacts(product)
  const hasNeighbours = previous !== undefined || next !== undefined
  const compare = hasNeighbours ? { href: comparePage([productId]), words: '比较同类产品' } : undefined
  const haveRoomBeside = platforms.length === 0 && rows.length * charactersBesideRow <= productCon.length
  const areBeside = !phone && rows.length > 0 && haveRoomBeside
  /** Beside a case that is alone. */
  const outcomes = (cases.length === 1 && cases[0]?.outcomes?.slice(0, 2)) || []
  const casesWidth = (proofs.length > 0 ? 56 : 84) / (outcomes.length > 0 ? 2 : 1)
  return (
    <>
      <PageBar
        name={name}
        parts={[
          { id: 'story', name: '亮点', on: story.length > 0 },
          { id: 'overview', name: areBeside ? '概览与参数' : '概览', on: Boolean(productCon) },
          // On a desktop they are beside the text.
          { id: 'documents', name: '资料', on: phone && documents.length > 0 },
          { id: 'specs', name: '参数', on: rows.length > 0 && !areBeside },
          { id: 'cases', name: '案例', on: cases.length > 0 },
          { id: 'ask', name: '咨询', on: place.band !== undefined && !place.button },
        ]}
        asked={place.button ? asked : undefined}
      />
      <Story story={story} />
      <Models product={product} name={name} quoted={frame.inquiry.quoteList} />
      <ProductText
        {...{ product, contact, phone }}
        specs={
          areBeside && (
            <>
              <Details details={rows} />
              {compare && <MoreLink href={compare.href}>{compare.words}</MoreLink>}
            </>
          )
        }
      />
      <Section className="specs" id="specs" items={areBeside ? [] : rows}>
        <SectionHead name="参数" more={compare} />
        <Details details={rows} />
      </Section>
      <Section
        className="product-proof"
        id="cases"
        items={[...cases, ...proofs]}
        inside={cases.length > 0 && proofs.length > 0 ? 'columns two-thirds' : ''}
      >
        {cases.length > 0 && (
          <div>
            <SectionHead name="应用案例" more={{ href: '/xiangmuanli', words: '全部案例' }} />
            <div className={outcomes.length > 0 ? 'columns' : undefined}>
              <CaseCards cases={cases} width={casesWidth} />
              <Outcomes className="row-outcomes" outcomes={outcomes} />
            </div>
          </div>
        )}
        <ProofLine proofs={proofs} frame={frame} />
      </Section>
      <Section className={phone ? 'minor tinted' : 'minor night gridded'} items={afterSales}>
        <SectionHead quiet name={afterSalesTitle} />
        <Points points={afterSales} numbered />
      </Section>
      <ProductTiles minor heading={{ name: '相关产品', lead: '' }} products={products} />
      {hasNeighbours && (
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
      <InquiryBand band={place.band} frame={frame} asked={asked} outlined={phone && place.button} />
    </>
  )
}

const neighbour = (product: CardProduct | undefined) =>
  product && { href: productPage(product.productId), name: productName(product) }
