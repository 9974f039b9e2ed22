import type { PostedForm } from '../../../contract/leads/application.ts'
import type { Site } from '../../../contract/kinds/entities.ts'
import { quotePage } from '../../../contract/site/sitePages.ts'
import { unlistedHead } from '../head.ts'
import { InquiryForm } from '../parts/InquiryForm.tsx'
import { type Asked, askedIn } from '../parts/InquiryLink.tsx'
import { Ways } from '../parts/Ways.tsx'
import { fullName, loadProducts } from '../products.ts'
import type { Head, PageProps, PageRequest } from '../route.ts'

interface InquiryFacts {
  asked: Asked
  lead: string
  /** It is there only when the form was sent without a script. */
  posted?: PostedForm
}

export async function load({ call, site, query, posted }: PageRequest): Promise<InquiryFacts> {
  const [product] = await loadProducts({ call, site }, [query.get('productId') ?? ''])
  return {
    asked: {
      ...askedIn(query),
      productId: product?.productId,
      product: product && fullName(product),
    },
    lead: site.inquiry.bandLead,
    ...(posted && { posted }),
  }
}

export const head = ({ lead }: InquiryFacts, site: Site): Head => unlistedHead('在线咨询', site, lead)

/** The form as a page, for browsers without scripts or dialogs, and for links from elsewhere. */
export default function Inquiry({ facts: { asked, lead, posted }, frame }: PageProps<InquiryFacts>) {
  return (
    <section className="section gridded apply inquiry-page">
      <div className="wrap columns">
        <header>
          <h1 className="like-h1">在线咨询</h1>
          <p className="lead">{lead}</p>
          {frame.inquiry.quoteList && !asked.product && (
            <p>
              <a className="accent strong" href={quotePage}>
                一次问几款产品，用询价单
              </a>
            </p>
          )}
        </header>
        <div className="card unprinted">
          <InquiryForm asked={asked} frame={frame} offered posted={posted} />
        </div>
        <Ways frame={frame} />
      </div>
    </section>
  )
}
