import type { PublicSite } from '../../../contract/kinds/entities.ts'
import { isValidOn, type Proof, proofsOf, proofTypes } from '../../../contract/site/proofs.ts'
import { addressOfPage } from '../../../contract/site/sitePages.ts'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { pick } from '../facts.ts'
import type { FrameFacts } from '../route.ts'

export type ShownProof = Pick<Proof, 'type' | 'name' | 'number' | 'image' | 'document'>

/** What staff have chosen by name, as far as it is there and valid. */
export const namedProofs = (names: readonly string[] = [], site: PublicSite): ShownProof[] =>
  names
    .flatMap((name) => proofsOf(site).find((proof) => proof.name === name && isValidOn(site.today)(proof)) ?? [])
    .map((proof) => pick(proof, 'type', 'name', 'number', 'image', 'document'))

/** The certificates and reports of a product, each of which opens its document or its picture. */
export function ProofLine({
  proofs,
  frame: { pageNames, pagesOn },
}: {
  proofs: readonly ShownProof[]
  frame: FrameFacts
}) {
  if (proofs.length === 0) return null
  return (
    <section className="proof-line minor" id="proofs">
      <SectionHead
        name={pageNames.proofs}
        {...(pagesOn.proofs && { more: { href: addressOfPage('proofs'), words: '全部资质' } })}
      />
      <ul className="tiles">
        {proofs.map(({ type, name, number, image, document }) => (
          <li key={name}>
            <a
              className="document"
              href={document || image || undefined}
              data-large={(!document && image && name) || undefined}
              target="_blank"
              rel="noopener noreferrer"
            >
              {name} <small>{number ? `${proofTypes[type]} · ${number}` : proofTypes[type]}</small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
