import type { Site } from '../../../contract/entities.ts'
import { excerpt } from '../head.ts'
import type { Head, PageProps, PageRequest } from '../route.ts'

type EnglishFacts = Site['english']

export const load = async ({ site: { english, mailbox } }: PageRequest): Promise<EnglishFacts> => ({
  ...english,
  mailbox: english.mailbox || mailbox,
})

export const head = ({ title, lead }: EnglishFacts): Head => ({ title, description: excerpt(lead), lang: 'en' })

/** One page for visitors from abroad, in the owner's words. */
export default function English({ facts: { title, lead, products, proofs, phone, mailbox } }: PageProps<EnglishFacts>) {
  return (
    <section className="section wrap stack loose">
      <header className="stack">
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
      </header>
      <div className="tiles">
        <List heading="Products" items={products} />
        <List heading="Certificates" items={proofs} />
        <div className="column">
          <h2 className="like-h3">Contact</h2>
          {phone && (
            <a className="button" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
              {phone}
            </a>
          )}
          <a className="button outline" href={`mailto:${mailbox}`}>
            {mailbox}
          </a>
        </div>
      </div>
    </section>
  )
}

function List({ heading, items }: { heading: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <div className="column">
      <h2 className="like-h3">{heading}</h2>
      <ul className="stack tight">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
