import type { Point, Site } from '../../../contract/entities.ts'
import type { Share } from '../../../contract/recordHead.ts'
import { productPage } from '../../../contract/recordPages.ts'
import type { DocumentLink } from '../../../contract/rules.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import { recordHead, titled } from '../head.ts'
import { inquiryPlace, type InquiryPlace } from '../inquiryPlace.ts'
import { NoSuchPage } from '../noSuchPage.ts'
import { Documents } from '../parts/Documents.tsx'
import { InquiryBand } from '../parts/InquiryBand.tsx'
import { type Asked, InquiryLink } from '../parts/InquiryLink.tsx'
import { Points } from '../parts/Points.tsx'
import { Section } from '../parts/Section.tsx'
import { pick } from '../pick.ts'
import { readProductLink } from '../productLink.ts'
import { maxLargeLength, productName } from '../productName.ts'
import type { FrameFacts, Head, PageProps, PageRequest } from '../route.ts'
import { afterSalesOf } from '../twins/product.ts'

export interface PhoneProductFacts {
  title: string
  desc: string
  /** '' when there is none. */
  image: string
  /** Rich text; '' when only the address describes the product. */
  body: string
  /** The name of its group. */
  type: string
  productId: string
  documents?: DocumentLink[]
  share?: Share
  afterSales: Point[]
  afterSalesTitle: string
  place: InquiryPlace
}

export async function load({ call, site, query }: PageRequest): Promise<PhoneProductFacts> {
  const productId = query.get('productId')
  if (productId) {
    const product = await call('productDetail', { productId })
    const { coverName, coverDescribe, coverUrl, productCon, productType, documents } = product
    return {
      title: coverName, desc: coverDescribe, image: coverUrl, body: productCon, type: productType, productId,
      ...(documents && { documents }),
      share: pick(product, 'shareTitle', 'shareText', 'sharePicture'),
      ...afterSalesOf(site), place: inquiryPlace(site, 'product'),
    }
  }
  const linked = fromLink(query)
  if (!linked.title) throw new NoSuchPage()
  return { ...linked, ...afterSalesOf(site), place: inquiryPlace(site, 'product') }
}

export const head = ({ title, desc, image, type, productId, share = {} }: PhoneProductFacts, site: Site): Head => ({
  ...recordHead(
    { title: productName({ coverName: title, productType: type }), text: desc, picture: productId && image }, share, site,
  ),
  ...(productId ? { canonical: productPage(productId) } : { noindex: true }),
})

export function placeholder(query: URLSearchParams, frame: FrameFacts): { facts: PhoneProductFacts; head: Head } | undefined {
  const facts = fromLink(query)
  return facts.title ? { facts, head: { title: titled(facts.title, frame), description: '' } } : undefined
}

const fromLink = (query: URLSearchParams): PhoneProductFacts => ({
  ...readProductLink(query), body: '', type: '', productId: '', afterSales: [], afterSalesTitle: '', place: { button: false },
})

export default function PhoneProduct({
  facts: { title, desc, image, body, type, productId, documents, afterSales, afterSalesTitle, place }, frame,
}: PageProps<PhoneProductFacts>) {
  const name = productName({ coverName: title, productType: type })
  const asked = { productId, product: name }
  return (
    <article className="phone-product">
      <div className="phone-product-top stack">
        <header className="section night gridded wrap">
          <nav className="crumbs row wraps muted small" aria-label="当前位置">
            <a href="/zhuyingyewu">{frame.pageNames.product}</a>
            {type && (
              <>
                <Icon name="chevron-right" />
                <span>{type}</span>
              </>
            )}
          </nav>
          <h1 className={name.length > maxLargeLength ? 'long' : undefined} {...keepWords(name)} />
          {desc && <p className="lead">{desc}</p>}
        </header>
        {image && <Picture src={image} alt={name} width={960} height={720} sizes="(min-width: 48rem) 48vw, 100vw" priority />}
      </div>
      {body && (
        <div className="wrap phone-product-body">
          <RichText html={body} />
        </div>
      )}
      <Documents documents={documents} />
      <Section className="tinted" items={afterSales}>
        <div className="wrap">
          <SectionHead name={afterSalesTitle} />
          <Points points={afterSales} numbered />
        </div>
      </Section>
      <InquiryBand band={place.band} frame={frame} asked={asked} />
      <Bar frame={frame} asked={place.button ? asked : undefined} />
    </article>
  )
}

function Bar({ frame: { hotline, inquiry, buttons }, asked }: { frame: FrameFacts; asked: Asked | undefined }) {
  return (
    <div className="phone-bar unprinted">
      <div className="wrap">
        {inquiry.agent && (
          <a className="button outline" href="/dailijiameng">
            {buttons.agent}
          </a>
        )}
        <a className={asked ? 'button outline' : 'button'} href={`tel:${hotline}`}>
          <span className={asked && inquiry.agent ? 'phone-hidden' : undefined}>
            <Icon name="phone" />
          </span>
          电话咨询
        </a>
        {asked && <InquiryLink className="button" asked={asked}>咨询此产品</InquiryLink>}
      </div>
    </div>
  )
}
