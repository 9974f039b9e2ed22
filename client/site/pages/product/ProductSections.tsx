import { type ReactNode, useContext } from 'react'
import { documentExtension, documentFacts } from '../../../../contract/documents.ts'
import type { Product } from '../../../../contract/entities.ts'
import type { DocumentLink } from '../../../../contract/kinds.ts'
import { productPage } from '../../../../contract/recordPages.ts'
import { PictureNotesContext } from '../../../ui/pictureNotes.ts'
import { SectionHead } from '../../../ui/SectionHead.tsx'
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
import type { ProductContext } from './data.ts'

interface Props {
  product: Pick<Product, 'specs' | 'documents'>
  name: string
  context: ProductContext
  frame: FrameFacts
  asked: Asked
  /** The address of the page of all products. */
  list: string
  afterSalesClass: string
  /** What staff have written of the product, with the id `overview`. */
  children: ReactNode
}

/** All that is below the head of a product's page. */
export function ProductSections({
  product: { specs = [], documents }, name, context, frame, asked, list, afterSalesClass, children,
}: Props) {
  const { products, cases, previous, next, afterSales, afterSalesTitle, place, proofs } = context
  return (
    <>
      <PageBar
        name={name}
        parts={[
          { id: 'overview', name: '概览', on: Boolean(children) },
          { id: 'specs', name: '参数', on: specs.length > 0 },
          { id: 'cases', name: '案例', on: cases.length > 0 },
          { id: 'documents', name: '资料', on: (documents ?? []).length > 0 },
          { id: 'ask', name: '咨询', on: place.band !== undefined },
        ]}
      />
      {children}
      <Section className="specs" id="specs" items={specs}>
        <div className="wrap">
          <SectionHead name="参数" />
          <Details details={specs.map(({ term, value }) => ({ term, description: value }))} />
        </div>
      </Section>
      <Section className="product-cases" id="cases" items={cases}>
        <div className="wrap">
          <SectionHead name="应用案例" more={{ href: '/xiangmuanli', words: '全部案例' }} />
          <CaseCards cases={cases} />
        </div>
      </Section>
      <ProofLine proofs={proofs} frame={frame} />
      <Documents documents={documents} />
      <Section className={afterSalesClass} items={afterSales}>
        <div className="wrap">
          <SectionHead name={afterSalesTitle} />
          <Points points={afterSales} numbered />
        </div>
      </Section>
      <ProductTiles heading={{ name: '相关产品', lead: '' }} products={products} />
      {(previous ?? next) && (
        <div className="wrap">
          <Neighbours
            label="同类产品" words={['上一个产品', '下一个产品']} list={list} previous={neighbour(previous)} next={neighbour(next)}
          />
        </div>
      )}
      <InquiryBand band={place.band} frame={frame} asked={asked} />
    </>
  )
}

const neighbour = (product: CardProduct | undefined) =>
  product && { href: productPage(product.productId), name: productName(product) }

/** What visitors can download, as a section of a page; nothing where there is none. */
function Documents({ documents = [] }: { documents: readonly DocumentLink[] | undefined }) {
  const notes = useContext(PictureNotesContext)
  return (
    <Section className="documents" id="documents" items={documents}>
      <div className="wrap">
        <SectionHead name="资料下载" />
        <ul className="tiles">
          {documents.map(({ name, address }, index) => (
            <li key={index}>
              {/* A browser shows a PDF in the page's place, and saves everything else. */}
              <a
                className="document" href={address}
                {...(documentExtension(address) === 'pdf' && { target: '_blank', rel: 'noopener noreferrer' })}
              >
                {name} <small>{documentFacts(address, notes[address]?.bytes)}</small>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
