import type { Product, Site } from '../../../../contract/entities.ts'
import type { Share } from '../../../../contract/recordHead.ts'
import { productPage } from '../../../../contract/recordPages.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { keepWords } from '../../../ui/keepWords.ts'
import { recordHead, titled } from '../../head.ts'
import { NoSuchPage } from '../../noSuchPage.ts'
import { Gallery } from '../../parts/Gallery.tsx'
import { type Asked, InquiryLink } from '../../parts/InquiryLink.tsx'
import { pick } from '../../pick.ts'
import { readProductLink } from '../../productLink.ts'
import { maxLargeLength, productName } from '../../productName.ts'
import type { FrameFacts, Head, PageProps, PageRequest } from '../../route.ts'
import { ProductSections } from './ProductSections.tsx'
import { loadContext, noContext, type ProductContext, siteContext } from './data.ts'

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
  content: Pick<Product, 'specs' | 'pictures' | 'documents'>
  share?: Share
  context: ProductContext
}

export async function load({ call, site, query }: PageRequest): Promise<PhoneProductFacts> {
  const productId = query.get('productId')
  if (productId) {
    const [product, context] = await Promise.all([call('productDetail', { productId }), loadContext({ call, site }, productId)])
    const { coverName, coverDescribe, coverUrl, productCon, productType } = product
    return {
      title: coverName, desc: coverDescribe, image: coverUrl, body: productCon, type: productType, productId,
      content: pick(product, 'specs', 'pictures', 'documents'), share: pick(product, 'shareTitle', 'shareText', 'sharePicture'), context,
    }
  }
  const linked = fromLink(query)
  if (!linked.title) throw new NoSuchPage()
  return { ...linked, context: siteContext(site) }
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
  ...readProductLink(query), body: '', type: '', productId: '', content: {}, context: noContext,
})

export default function PhoneProduct({
  facts: { title, desc, image, body, type, productId, content, context }, frame,
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
        <Gallery cover={image} pictures={content.pictures} name={name} sizes="(min-width: 48rem) 48vw, 100vw" />
      </div>
      <ProductSections {...{ name, context, frame, asked }} product={content} list="/zhuyingyewu" afterSalesClass="tinted">
        {body && (
          <div className="wrap phone-product-body" id="overview">
            <RichText html={body} />
          </div>
        )}
      </ProductSections>
      <Bar frame={frame} asked={context.place.button ? asked : undefined} />
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
