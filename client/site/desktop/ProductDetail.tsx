import type { Point, Product, Site } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import { recordHead } from '../head.ts'
import { inquiryPlace, type InquiryPlace } from '../inquiryPlace.ts'
import { Crumbs } from '../parts/Crumbs.tsx'
import { Documents } from '../parts/Documents.tsx'
import { InquiryBand } from '../parts/InquiryBand.tsx'
import { type Asked, InquiryLink } from '../parts/InquiryLink.tsx'
import { Points } from '../parts/Points.tsx'
import { Section } from '../parts/Section.tsx'
import { maxLargeLength, productName } from '../productName.ts'
import type { Head, PageProps, PageRequest } from '../route.ts'
import { afterSalesOf } from '../twins/product.ts'

interface ProductDetailFacts {
  product: Product
  afterSales: Point[]
  afterSalesTitle: string
  place: InquiryPlace
}

export async function load({ call, site, query }: PageRequest): Promise<ProductDetailFacts> {
  const product = await call('productDetail', { productId: query.get('productId') ?? '' })
  return { product, ...afterSalesOf(site), place: inquiryPlace(site, 'product') }
}

export const head = ({ product }: ProductDetailFacts, site: Site): Head =>
  recordHead({ title: productName(product), text: product.coverDescribe, picture: product.coverUrl }, product, site)

export default function ProductDetail({ facts: { product, afterSales, afterSalesTitle, place }, frame }: PageProps<ProductDetailFacts>) {
  const { coverName, coverDescribe, coverUrl, productType, productCon, productId } = product
  const name = productName(product)
  const asked = { productId, product: name }
  return (
    <>
      <section className="product-head">
        <div className="wrap columns">
          <Crumbs href="/product" parent={frame.pageNames.product}>{name}</Crumbs>
          <div className="product-title">
            {coverName && productType && <p className="accent">{productType}</p>}
            <h1 className={name.length > maxLargeLength ? 'long' : undefined} {...keepWords(name)} />
            {coverDescribe && <p className="describe lead">{coverDescribe}</p>}
            <Actions jumpUrl={product.jumpUrl} asked={place.button ? asked : undefined} hotline={frame.hotline} />
          </div>
          {coverUrl && (
            <Picture
              className="product-cover card" src={coverUrl} alt={name} width={960} height={720} sizes="min(100vw, 60rem)" priority
            />
          )}
        </div>
      </section>
      {productCon && (
        <section className="section product-body">
          <div className="wrap">
            <RichText html={productCon} />
          </div>
        </section>
      )}
      <Documents documents={product.documents} />
      <Section className="night gridded after-sales" items={afterSales}>
        <div className="wrap">
          <SectionHead name={afterSalesTitle} />
          <Points points={afterSales} numbered />
        </div>
      </Section>
      <InquiryBand band={place.band} frame={frame} asked={asked} />
    </>
  )
}

function Actions({ jumpUrl, asked, hotline }: { jumpUrl: string; asked: Asked | undefined; hotline: string }) {
  const external = !jumpUrl.startsWith('/')
  return (
    <p className="actions row wraps loose">
      {asked && <InquiryLink className="button" asked={asked}>咨询此产品</InquiryLink>}
      {jumpUrl && (
        <a
          className={asked ? 'button outline' : 'button'} href={jumpUrl} {...(external && { target: '_blank', rel: 'noopener noreferrer' })}
        >
          了解更多
          <Icon name={external ? 'arrow-up-right' : 'arrow-right'} />
        </a>
      )}
      <a className={asked || jumpUrl ? 'button outline' : 'button'} href={`tel:${hotline}`}>
        <Icon name="phone" />
        {asked ? hotline : `咨询 ${hotline}`}
      </a>
    </p>
  )
}
