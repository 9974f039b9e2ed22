import type { Site } from '../../../../contract/kinds/entities.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Crumbs } from '../../parts/Crumbs.tsx'
import { type Asked, InquiryLink } from '../../parts/InquiryLink.tsx'
import { KeyFigures } from '../../parts/KeyFigures.tsx'
import { QuoteLink } from '../../parts/QuoteLink.tsx'
import { productName } from '../../products.ts'
import type { FrameFacts, Head, PageProps } from '../../route.ts'
import { loadProduct, productHead, productTitle } from './data.ts'
import { Gallery } from './Gallery.tsx'
import { ProductSections } from './ProductSections.tsx'
import { ProductWords } from './ProductWords.tsx'
import { PlainPicture } from '../../../ui/PlainPicture.tsx'
import { phonesId } from '../../frame/PhoneDrawer.tsx'

type ProductDetailFacts = Awaited<ReturnType<typeof loadProduct>>

export const load = loadProduct

export const head = ({ product, context }: ProductDetailFacts, site: Site): Head => productHead(product, context, site)

export default function ProductDetail({ facts: { product, context }, frame }: PageProps<ProductDetailFacts>) {
  const { coverName, coverUrl, productType, productId } = product
  const name = productName(product)
  const title = productTitle(product, context)
  const asked = { productId, product: title }
  return (
    <>
      <section className="product-head">
        <div className="wrap columns">
          <Crumbs href="/product" parent={frame.pageNames.product}>
            {title}
          </Crumbs>
          <div className="product-title">
            {coverName && productType && <p className="accent">{productType}</p>}
            <ProductWords product={product} />
            <Actions
              jumpUrl={product.jumpUrl}
              asked={context.place.button ? asked : undefined}
              quoted={frame.inquiry.quoteList ? { productId, name } : undefined}
              hotline={frame.hotline}
            />
            {frame.hoursText && <p className="muted small">{frame.hoursText}</p>}
          </div>
          <Gallery
            classOfOne="product-cover card"
            cover={coverUrl}
            pictures={product.pictures}
            name={name}
            sizes="min(100vw, 60rem)"
          />
          <KeyFigures specs={product.specs} />
        </div>
      </section>
      <ProductSections {...{ product, name, context, frame, asked }} contact={<Contact facts={frame} />} />
      <FloatingContact facts={frame} />
    </>
  )
}

interface ActionsProps {
  jumpUrl: string
  asked: Asked | undefined
  quoted: { productId: string; name: string } | undefined
  hotline: string
}

function Actions({ jumpUrl, asked, quoted, hotline }: ActionsProps) {
  const external = !jumpUrl.startsWith('/')
  return (
    <p className="actions row wraps loose">
      {asked && (
        <InquiryLink className="button" asked={asked}>
          咨询此产品
        </InquiryLink>
      )}
      {quoted && <QuoteLink className="button outline" product={quoted} />}
      {jumpUrl && (
        <a
          className={asked ? 'button outline' : 'button'}
          href={jumpUrl}
          {...(external && { target: '_blank', rel: 'noopener noreferrer' })}
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

/** Beside the text. */
function Contact({ facts: { hotline, hoursText, mailbox } }: { facts: FrameFacts }) {
  return (
    <section className="ask-beside unprinted">
      <h3 className="ticked">选型与报价</h3>
      <p className="stack">
        <a className="strong like-h3" href={`tel:${hotline}`}>
          {hotline}
        </a>
        {hoursText && <span className="muted small">{hoursText}</span>}
        <a className="muted small" href={`mailto:${mailbox}`}>
          {mailbox}
        </a>
      </p>
    </section>
  )
}

/** Stands beside a product, for questions about it. */
function FloatingContact({ facts: { hotline, officialAccount, wecomService } }: { facts: FrameFacts }) {
  return (
    <aside className="floating card unprinted" aria-label="联系方式">
      <button type="button" popoverTarget={phonesId}>
        <Icon name="headset" />
        <span>{hotline}</span>
      </button>
      {wecomService && (
        <a href={wecomService} target="_blank" rel="noopener noreferrer">
          <Icon name="chat" />
          <span>微信客服</span>
        </a>
      )}
      {officialAccount.image !== '' && (
        <div className="floating-qr">
          {/* For keys and fingers; a mouse shows it by hovering. */}
          <details>
            <summary>
              <Icon name="qr" />
              <span>公众号</span>
            </summary>
          </details>
          <PlainPicture
            src={officialAccount.image}
            alt={officialAccount.name}
            width="132"
            height="132"
            loading="lazy"
          />
        </div>
      )}
      <a href="#main">
        <Icon name="arrow-up" />
        <span>回到顶部</span>
      </a>
    </aside>
  )
}
