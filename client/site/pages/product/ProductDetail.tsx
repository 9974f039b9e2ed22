import type { Site } from '../../../../contract/entities.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { keepWords } from '../../../ui/keepWords.ts'
import { Crumbs } from '../../parts/Crumbs.tsx'
import { Details } from '../../parts/Details.tsx'
import { type Asked, InquiryLink } from '../../parts/InquiryLink.tsx'
import { KeyFigures } from '../../parts/KeyFigures.tsx'
import { QuoteLink } from '../../parts/QuoteLink.tsx'
import { productName } from '../../products.ts'
import type { FrameFacts, Head, PageProps } from '../../route.ts'
import { headFacts, loadProduct, productHead, titleClass } from './data.ts'
import { FloatingContact } from './FloatingContact.tsx'
import { Gallery } from './Gallery.tsx'
import { ProductSections } from './ProductSections.tsx'

type ProductDetailFacts = Awaited<ReturnType<typeof loadProduct>>

export const load = loadProduct

export const head = ({ product }: ProductDetailFacts, site: Site): Head => productHead(product, site)

export default function ProductDetail({ facts: { product, context }, frame }: PageProps<ProductDetailFacts>) {
  const { coverName, coverDescribe, coverUrl, productType, productId } = product
  const name = productName(product)
  const asked = { productId, product: name }
  return (
    <>
      <section className="product-head">
        <div className="wrap columns">
          <Crumbs href="/product" parent={frame.pageNames.product}>
            {name}
          </Crumbs>
          <div className="product-title">
            {coverName && productType && <p className="accent">{productType}</p>}
            <h1 className={titleClass(name)} {...keepWords(name)} />
            {coverDescribe && (
              <p className="describe lead" dir="auto">
                {coverDescribe}
              </p>
            )}
            <Details className="head-facts" details={headFacts(product)} />
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
