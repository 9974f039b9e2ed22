import type { Product, Site } from '../../../../contract/entities.ts'
import type { Share } from '../../../../contract/recordHead.ts'
import { productPage } from '../../../../contract/recordPages.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { keepWords } from '../../../ui/keepWords.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { pick } from '../../facts.ts'
import { titled } from '../../head.ts'
import { type Asked, InquiryLink } from '../../parts/InquiryLink.tsx'
import { type CardProduct, cardProduct, linkedProduct, productName } from '../../products.ts'
import { type FrameFacts, type Head, NoSuchPage, type PageProps, type PageRequest } from '../../route.ts'
import { loadProduct, noContext, type ProductContext, productHead, siteContext, titleClass } from './data.ts'
import { Gallery } from './Gallery.tsx'
import { ProductSections } from './ProductSections.tsx'

interface PhoneProductFacts {
  /** Without an id it is only what the address says of it. */
  product: CardProduct & Partial<Pick<Product, 'productCon' | 'specs' | 'pictures' | 'documents'>> & Share
  context: ProductContext
}

export async function load(request: PageRequest): Promise<PhoneProductFacts> {
  const { query, site } = request
  if (query.get('productId')) {
    const { product, context } = await loadProduct(request)
    const content = pick(product, 'productCon', 'specs', 'pictures', 'documents', 'shareTitle', 'shareText', 'sharePicture')
    return { product: { ...cardProduct(product), ...content }, context }
  }
  const product = linkedProduct(query)
  if (!product.coverName) throw new NoSuchPage()
  return { product, context: siteContext(site) }
}

export const head = ({ product }: PhoneProductFacts, site: Site): Head => ({
  ...productHead(product, site), ...(product.productId ? { canonical: productPage(product.productId) } : { noindex: true }),
})

export function placeholder(query: URLSearchParams, frame: FrameFacts): { facts: PhoneProductFacts; head: Head } | undefined {
  const product = linkedProduct(query)
  const { coverName: title } = product
  return title ? { facts: { product, context: noContext }, head: { title: titled(title, frame), description: '' } } : undefined
}

export default function PhoneProduct({ facts: { product, context }, frame }: PageProps<PhoneProductFacts>) {
  const { coverDescribe, coverUrl, productType, productCon, productId } = product
  const name = productName(product)
  const asked = { productId, product: name }
  return (
    <article className="phone-product">
      <div className="phone-product-top stack">
        <header className="section night gridded wrap">
          <nav className="crumbs row wraps muted small" aria-label="当前位置">
            <a href="/zhuyingyewu">{frame.pageNames.product}</a>
            {productType && (
              <>
                <Icon name="chevron-right" />
                <span>{productType}</span>
              </>
            )}
          </nav>
          <h1 className={titleClass(name)} {...keepWords(name)} />
          {coverDescribe && <p className="lead">{coverDescribe}</p>}
        </header>
        <Gallery cover={coverUrl} pictures={product.pictures} name={name} sizes="(min-width: 48rem) 48vw, 100vw" />
      </div>
      <ProductSections {...{ product, name, context, frame, asked }} list="/zhuyingyewu" afterSalesClass="tinted">
        {productCon && (
          <div className="wrap phone-product-body" id="overview">
            <RichText html={productCon} />
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
        {inquiry.agent && <a className="button outline" href="/dailijiameng">{buttons.agent}</a>}
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
