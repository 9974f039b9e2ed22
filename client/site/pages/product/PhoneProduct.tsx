import type { MouseEvent } from 'react'
import type { Product, Site } from '../../../../contract/kinds/entities.ts'
import { productPage } from '../../../../contract/kinds/recordPages.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { PlainPicture } from '../../../ui/PlainPicture.tsx'
import { Drawer } from '../../frame/Drawer.tsx'
import { phonesId } from '../../frame/PhoneDrawer.tsx'
import { showPopover } from '../../frame/standInForPopover.ts'
import { titled } from '../../head.ts'
import { Crumbs } from '../../parts/Crumbs.tsx'
import { type Asked, InquiryLink } from '../../parts/InquiryLink.tsx'
import { QuoteLink } from '../../parts/QuoteLink.tsx'
import { type CardProduct, linkedProduct, productName } from '../../products.ts'
import { type FrameFacts, type Head, NoSuchPage, type PageProps, type PageRequest } from '../../route.ts'
import { loadProduct, noContext, type ProductContext, productHead, productTitle, siteContext } from './data.ts'
import { Gallery } from './Gallery.tsx'
import { ProductSections } from './ProductSections.tsx'
import { ProductWords } from './ProductWords.tsx'

interface PhoneProductFacts {
  /** Without an id it is only what the address says of it. */
  product: CardProduct & Partial<Product>
  context: ProductContext
}

export async function load(request: PageRequest): Promise<PhoneProductFacts> {
  const { query, site } = request
  if (query.get('productId')) return loadProduct(request)
  const product = linkedProduct(query)
  if (!product.coverName && !product.coverDescribe && !product.coverUrl) throw new NoSuchPage()
  return { product, context: siteContext(site) }
}

export const head = ({ product, context }: PhoneProductFacts, site: Site): Head => ({
  ...productHead(product, context, site),
  ...(product.productId ? { canonical: productPage(product.productId) } : { noindex: true }),
})

export function placeholder(query: URLSearchParams, frame: FrameFacts) {
  const product = linkedProduct(query)
  const { coverName: title } = product
  return title
    ? { facts: { product, context: noContext }, head: { title: titled(title, frame), description: '' } }
    : undefined
}

export default function PhoneProduct({ facts: { product, context }, frame }: PageProps<PhoneProductFacts>) {
  const { coverUrl, productId } = product
  const name = productName(product)
  const title = productTitle(product, context)
  const asked = { productId, product: title }
  return (
    <article className="phone-product">
      <div className="phone-product-top stack">
        <header className="section night gridded wrap">
          <Crumbs href="/zhuyingyewu" parent={frame.pageNames.product}>
            {title}
          </Crumbs>
          <ProductWords product={product} />
          {context.place.button && (
            <InquiryLink className="button instead-of-bar" asked={asked}>
              咨询此产品
            </InquiryLink>
          )}
        </header>
        <Gallery
          cover={coverUrl}
          pictures={product.pictures}
          name={name}
          sizes="(min-width: 48rem) 48vw, calc(100vw - 2rem)"
        />
      </div>
      <ProductSections {...{ product, name, context, frame, asked }} />
      <Bar
        frame={frame}
        asked={context.place.button ? asked : undefined}
        quoted={frame.inquiry.quoteList && productId ? { productId, name } : undefined}
      />
    </article>
  )
}

/** Shows all numbers; without a script the link dials one. */
function openPhones(event: MouseEvent): void {
  const drawer = document.getElementById(phonesId)
  if (!drawer) return
  event.preventDefault()
  // A click outside the drawer closes it where the browser has no popovers.
  event.stopPropagation()
  showPopover(drawer, true)
}

/** A chat opens at once; a QR code has to be read first. */
function Bar({
  frame: { hotline, officialAccount, wecomService },
  asked,
  quoted,
}: {
  frame: FrameFacts
  asked: Asked | undefined
  quoted: { productId: string; name: string } | undefined
}) {
  const hasQr = !wecomService && officialAccount.image !== ''
  return (
    <>
      <div className="phone-bar unprinted">
        <div className="wrap">
          <a
            className={asked ? 'button outline' : 'button'}
            href={`tel:${hotline}`}
            aria-haspopup="dialog"
            onClick={openPhones}
          >
            <Icon name="phone" />
            电话
          </a>
          {wecomService && (
            <a className="button outline" href={wecomService} target="_blank" rel="noopener noreferrer">
              微信客服
            </a>
          )}
          {hasQr && (
            <button type="button" className="button outline" popoverTarget="wechat">
              <Icon name="qr" />
              微信
            </button>
          )}
          {quoted && <QuoteLink className="button outline" product={quoted} counted />}
          {asked && (
            <InquiryLink className="button" asked={asked}>
              咨询此产品
            </InquiryLink>
          )}
        </div>
      </div>
      {hasQr && (
        <Drawer id="wechat" label="微信">
          <PlainPicture src={officialAccount.image} alt="二维码" width="176" height="176" loading="lazy" />
          <p>
            <b className="like-h3">{officialAccount.name}</b>
            <br />
            在微信里长按二维码识别；在其他浏览器里先保存图片，再用微信“扫一扫”从相册选取。
          </p>
        </Drawer>
      )}
    </>
  )
}
