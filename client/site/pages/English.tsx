import type { Site } from '../../../contract/kinds/entities.ts'
import { Arrow } from '../../ui/Icon.tsx'
import { excerpt } from '../head.ts'
import { InquiryLink } from '../parts/InquiryLink.tsx'
import type { Head, PageProps, PageRequest } from '../route.ts'

type EnglishFacts = Site['english']

export const load = async ({ site: { english, mailbox } }: PageRequest): Promise<EnglishFacts> => ({
  ...english,
  mailbox: english.mailbox || mailbox,
})

export const head = ({ title, lead }: EnglishFacts): Head => ({ title, description: excerpt(lead), lang: 'en' })

/** One page for visitors from abroad, in the owner's words. */
export default function English({ facts, frame: { inquiry } }: PageProps<EnglishFacts>) {
  const { title, lead, products, proofs, phone, mailbox } = facts
  return (
    <section className="section gridded english">
      <div className="wrap columns">
        <div className="stack loose">
          <h1 className="like-h1">{title}</h1>
          {lead && <p className="lead">{lead}</p>}
          <h2 className="like-h3">Contact</h2>
          <p className="row wraps">
            {phone && (
              <a className="button" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
                {phone}
              </a>
            )}
            <a className="button outline" href={`mailto:${mailbox}`}>
              {mailbox}
            </a>
          </p>
          {inquiry.form && (
            <p>
              <InquiryLink className="more row accent" asked={{}}>
                Inquiry form (labels in Chinese)
                <Arrow />
              </InquiryLink>
            </p>
          )}
        </div>
        <div className="stack loose">
          <List heading="Products" items={products} />
          <List heading="Certificates" items={proofs} />
        </div>
      </div>
    </section>
  )
}

function List({ heading, items }: { heading: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <div className="ticked">
      <h2 className="like-h3">{heading}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
