import type { ReactNode } from 'react'
import type { Product } from '../../../../contract/kinds/entities.ts'
import { comparePage, productPage } from '../../../../contract/kinds/recordPages.ts'
import { MoreLink } from '../../../ui/MoreLink.tsx'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { CaseCards } from '../../parts/CaseCards.tsx'
import { Details } from '../../parts/Details.tsx'
import { InquiryBand } from '../../parts/InquiryBand.tsx'
import type { Asked } from '../../parts/InquiryLink.tsx'
import { KeyFigures } from '../../parts/KeyFigures.tsx'
import { Measured } from '../../parts/Measured.tsx'
import { Neighbours } from '../../parts/Neighbours.tsx'
import { Outcomes } from '../../parts/Outcomes.tsx'
import { PageBar } from '../../parts/PageBar.tsx'
import { Points } from '../../parts/Points.tsx'
import { ProofLine } from '../../parts/ProofLine.tsx'
import { ProductTiles } from '../../parts/ProductTiles.tsx'
import { QuoteLink } from '../../parts/QuoteLink.tsx'
import { Section } from '../../parts/Section.tsx'
import { type CardProduct, fullName, productName } from '../../products.ts'
import type { FrameFacts } from '../../route.ts'
import { haveOwn, type ModelFacts, modelFacts, type ProductContext, tableFacts } from './data.ts'
import { ProductText } from './ProductText.tsx'
import { keepWords } from '../../../ui/keepWords.ts'
import { LargeLink } from '../../../ui/LargeLink.tsx'
import { Picture } from '../../../ui/Picture.tsx'

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
  /** One of the same name differs by its model. */
  const neighbour = (other: CardProduct | undefined) =>
    other && {
      href: productPage(other.productId),
      name: productName(other) === name ? fullName(other) : productName(other),
    }
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
          { id: 'overview', name: areBeside ? '概览与参数' : '概览', on: Boolean(productCon) },
          // On a desktop they are beside the text.
          { id: 'documents', name: '资料', on: phone && documents.length > 0 },
          { id: 'specs', name: '参数', on: rows.length > 0 && !areBeside },
          { id: 'story', name: '亮点', on: story.length > 0 },
          { id: 'cases', name: '案例', on: cases.length > 0 },
          { id: 'ask', name: '咨询', on: place.band !== undefined && !place.button },
        ]}
        asked={place.button ? asked : undefined}
      />
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
      {phone && (
        <div className="wrap">
          <KeyFigures specs={product.specs} />
        </div>
      )}
      <Section className="specs" id="specs" items={areBeside ? [] : rows}>
        <SectionHead name="参数" more={compare} />
        <Details details={rows} />
      </Section>
      <Models {...{ product, name, frame }} />
      <Story story={story} />
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

type StoryPart = NonNullable<Product['story']>[number]

/** Pictures above short texts, in pairs; where one would be left alone, the first is large, and two stand beside it. */
function Story({ story = [] }: { story: Product['story'] }) {
  const hasLarge = story.length % 2 === 1
  return (
    <Section className="story" id="story" items={story} wide>
      <h2 className="visually-hidden">亮点</h2>
      <div className="wrap stack">
        {story.map((part, index) => {
          if (hasLarge && index === 0) return <Part part={part} large width="60vw" key={index} />
          return <Part part={part} width={hasLarge && index < 3 ? '30vw' : '48vw'} key={index} />
        })}
      </div>
    </Section>
  )
}

/** `width`: of its picture on a desktop. */
function Part({ part: { image, title, desc }, width, large }: { part: StoryPart; width: string; large?: boolean }) {
  const onTablets = large ? '' : '(min-width: 48rem) 48vw, '
  return (
    <div className={large ? 'story-part large' : 'story-part'}>
      <LargeLink image={image} name={title}>
        <Picture src={image} alt={title} sizes={`(min-width: 62rem) ${width}, ${onTablets}calc(100vw - 2rem)`} />
      </LargeLink>
      <h3 {...keepWords(title)} />
      <p className={large ? 'lead' : undefined} dir="auto">
        {desc}
      </p>
    </div>
  )
}

/** The models of a product, each with what is its own. One alone is at the top of the page, as far as there is room. */
function Models({ product, name: productName, frame }: Pick<Props, 'product' | 'name' | 'frame'>) {
  const { productId = '', models = [] } = product
  const facts = modelFacts(product)
  const isOwn = haveOwn(facts)
  const ask = (model: string) =>
    frame.inquiry.quoteList && (
      <QuoteLink className="more accent" product={{ productId, name: productName }} model={model} />
    )
  return (
    <Section className="specs models" items={models.length > 1 || isOwn ? models : []}>
      <SectionHead
        name="型号"
        more={models.length > 1 && isOwn ? { href: comparePage([productId]), words: '比较各型号' } : undefined}
      />
      {isOwn ? (
        <ModelTable facts={facts} ask={ask} />
      ) : (
        <ul className="points">
          {models.map(({ model, note }, index) => (
            <li className="boxed" key={index}>
              <b dir="auto">{model}</b>
              {note && <p dir="auto">{note}</p>}
              {ask(model)}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Models are rows, so that a phone scrolls them by name; a column is there where a model has something of its own. */
function ModelTable({ facts, ask }: { facts: readonly ModelFacts[]; ask: (model: string) => ReactNode }) {
  const columns = facts[0]?.first ?? []
  return (
    <div className="scroll sideways" role="region" aria-label="型号" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {columns.map(({ term }) => (
              <th scope="col" dir="auto" key={term}>
                {term}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(({ name, first }, index) => (
            <tr key={index}>
              <th scope="row" dir="auto">
                {name}
                {ask(name)}
              </th>
              {first.map(({ term, description }) => (
                <td dir="auto" key={term}>
                  <Measured text={description || '—'} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
