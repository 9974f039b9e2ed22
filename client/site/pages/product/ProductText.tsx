import { type ReactNode, useContext } from 'react'
import { documentExtension, documentFacts } from '../../../../contract/documents.ts'
import type { Product } from '../../../../contract/entities.ts'
import type { DocumentLink } from '../../../../contract/kinds.ts'
import { PictureNotesContext } from '../../../ui/pictureNotes.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { Section } from '../../parts/Section.tsx'

interface Props {
  product: Partial<Pick<Product, 'productCon' | 'documents'>>
  /** Whom to ask. */
  contact: ReactNode
}

/** What staff have written of a product; beside it, or below, what can be downloaded and whom to ask. */
export function ProductText({ product: { productCon = '', documents = [] }, contact }: Props) {
  return (
    <Section className="product-body" id="overview" items={productCon ? [productCon] : documents}>
      <div className="wrap">
        {productCon && <RichText html={productCon} />}
        {Boolean(contact || documents.length > 0) && (
          <aside>
            <div className="stack">
              {documents.length > 0 && <Documents documents={documents} />}
              {contact}
            </div>
          </aside>
        )}
      </div>
    </Section>
  )
}

/** What visitors can download. */
function Documents({ documents }: { documents: readonly DocumentLink[] }) {
  const notes = useContext(PictureNotesContext)
  return (
    <section className="documents" id="documents">
      <h2 className="like-h3 ticked">资料下载</h2>
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
