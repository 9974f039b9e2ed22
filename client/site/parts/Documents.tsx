import { useContext } from 'react'
import { documentExtension, documentFacts } from '../../../contract/documents.ts'
import type { DocumentLink } from '../../../contract/kinds.ts'
import { PictureNotesContext } from '../../ui/pictureNotes.ts'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { Section } from './Section.tsx'

/** What visitors can download, as a section of a page; nothing where there is none. */
export function Documents({ documents = [] }: { documents: readonly DocumentLink[] | undefined }) {
  const notes = useContext(PictureNotesContext)
  return (
    <Section className="documents" id="documents" items={documents}>
      <div className="wrap">
        <SectionHead name="资料下载" />
        <ul className="tiles">
          {documents.map(({ name, address }, index) => (
            <li key={index}>
              {/* A browser shows a PDF in the page's place, and saves everything else. */}
              <a
                className="document" href={address}
                {...(documentExtension(address) === 'pdf' && { target: '_blank', rel: 'noopener noreferrer' })}
              >
                {name} <small>{documentFacts(address, notes[address]?.bytes)}</small>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
