import { type ReactNode, useContext } from 'react'
import { documentExtension, documentFacts } from '../../../../contract/media/documents.ts'
import type { Product } from '../../../../contract/kinds/entities.ts'
import type { DocumentLink } from '../../../../contract/kinds/kinds.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { PictureNotesContext } from '../../../ui/assets.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { Details } from '../../parts/Details.tsx'
import { Section } from '../../parts/Section.tsx'

interface Props {
  product: Partial<Pick<Product, 'productCon' | 'documents' | 'platforms'>>
  /** Its technical data, where they have room beside the text. */
  specs: ReactNode
  /** Whom to ask. */
  contact: ReactNode
  phone: boolean
}

/** What staff have written of a product; beside it, or below, what can be downloaded and whom to ask. */
export function ProductText({ product, specs, contact, phone }: Props) {
  const { productCon = '', documents = [], platforms = [] } = product
  const Text = phone ? FoldedText : RichText
  const beside = [...platforms, ...documents]
  return (
    <Section
      className="product-body"
      id="overview"
      items={productCon ? [productCon] : beside}
      inside="columns two-thirds"
    >
      {productCon && <Text html={productCon} />}
      {Boolean(contact || beside.length > 0) && (
        <aside>
          <div className="stack">
            <h2 className="visually-hidden">资料</h2>
            {platforms.length > 0 && (
              <section className="specs">
                <h3 className="ticked">已对接平台</h3>
                <Details details={platforms.map(({ province, cities }) => ({ term: province, description: cities }))} />
              </section>
            )}
            {specs && (
              <section className="specs" id="specs">
                <h3 className="ticked">参数</h3>
                {specs}
              </section>
            )}
            {documents.length > 0 && <Documents documents={documents} />}
            {contact}
          </div>
        </aside>
      )}
    </Section>
  )
}

/** What visitors can download. */
function Documents({ documents }: { documents: readonly DocumentLink[] }) {
  const notes = useContext(PictureNotesContext)
  return (
    <section className="documents" id="documents">
      <h3 className="ticked">资料下载</h3>
      <ul className="stack">
        {documents.map(({ name, address }, index) => (
          <li key={index}>
            {/* A browser shows a PDF in the page's place, and saves everything else. */}
            <a
              className="document"
              href={address}
              {...(documentExtension(address) === 'pdf' && { target: '_blank', rel: 'noopener noreferrer' })}
            >
              {name} <small>{documentFacts(address, notes[address]?.bytes)}</small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** On a phone the first words of a text; what is below its first heading opens with a tap. */
export function FoldedText({ html }: { html: string }) {
  const at = firstHeading(html)
  if (at < 1) return <RichText html={html} />
  return (
    <div>
      <RichText html={html.slice(0, at)} />
      <details className="unfold">
        <summary className="button outline">
          详细介绍
          <Icon name="chevron-down" />
        </summary>
        <RichText html={html.slice(at)} />
      </details>
    </div>
  )
}

/** Where the first heading begins that is in nothing else. */
function firstHeading(html: string): number {
  let depth = 0
  for (const { 1: slash, 2: name = '', index } of html.matchAll(tags)) {
    if (slash) depth--
    else if (depth === 0 && /^h[1-6]$/.test(name)) return index
    else if (!isVoid.test(name)) depth++
  }
  return -1
}

/** As the cleaner writes them: in a text or a value it writes `&lt;`. */
const tags = /<(\/?)([a-z]+\d?)/g
const isVoid = /^(?:br|hr|img|col)$/
