import { useContext } from 'react'
import { documentFacts } from '../../../contract/media/documents.ts'
import type { Site } from '../../../contract/kinds/entities.ts'
import {
  chineseDay,
  isProofType,
  isValidOn,
  type Proof,
  proofsOf,
  proofTypes,
  type ProofType,
} from '../../../contract/site/proofs.ts'
import { addressOfPage } from '../../../contract/site/sitePages.ts'
import { Arrow } from '../../ui/Icon.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import { Picture } from '../../ui/Picture.tsx'
import { PictureNotesContext } from '../../ui/assets.ts'
import { pageHead } from '../head.ts'
import type { Banner, Head, PageProps, PageRequest } from '../route.ts'

interface ProofsFacts {
  /** Those of the chosen type; of all types without one. */
  proofs: Proof[]
  /** How many there are of each type that there is. */
  counts: [type: ProofType, count: number][]
  type: ProofType | ''
  /** How many software copyrights the company names elsewhere and has no certificate of here. */
  unlisted: number
}

const path = addressOfPage('proofs')

export async function load({ site, query }: PageRequest): Promise<ProofsFacts> {
  const all = proofsOf(site).filter(isValidOn(site.today))
  const ofType = (type: string): Proof[] => all.filter((proof) => proof.type === type)
  const types = Object.keys(proofTypes)
    .filter(isProofType)
    .filter((type) => ofType(type).length > 0)
  const type = types.find((each) => each === query.get('type')) ?? ''
  return {
    type,
    proofs: (type === '' ? types : [type]).flatMap(ofType),
    counts: types.map((each) => [each, ofType(each).length]),
    unlisted: type === '' || type === 'copyright' ? site.copyrights - ofType('copyright').length : 0,
  }
}

export const head = (_facts: ProofsFacts, site: Site): Head => ({ ...pageHead('proofs', site), canonical: path })

export const banner = (_facts: ProofsFacts, { banners, pageNames }: Site): Banner => ({
  image: banners.about.image || banners.all.image,
  title: pageNames.proofs,
})

/** Honours, certificates and reports that are valid today. The filter is links, so that it works without a script. */
export default function Proofs({ facts: { proofs, counts, type, unlisted }, frame }: PageProps<ProofsFacts>) {
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  const choice = (of: ProofType | '', words: string, count: number) => (
    <a href={of === '' ? path : `${path}?type=${of}`} aria-current={of === type ? 'page' : undefined} key={of}>
      {words}
      <small className="digits">{count}</small>
    </a>
  )
  return (
    <section className="section proofs">
      <div className="wrap">
        {counts.length > 1 && (
          <nav className="proof-types row wraps" aria-label="类别">
            {choice('', '全部', total)}
            {counts.map(([each, count]) => choice(each, proofTypes[each], count))}
          </nav>
        )}
        <ul className="grid tiles">
          {proofs.map((proof, index) => (
            <Item key={index} proof={proof} />
          ))}
        </ul>
        {unlisted > 0 && <p className="proof-licence muted">{`另有${unlisted}项软件著作权。`}</p>}
        <Licence frame={frame} />
      </div>
    </section>
  )
}

/** Who looks for certificates looks for it, too. */
function Licence({ frame: { companyName, creditCode, licence } }: Pick<PageProps<ProofsFacts>, 'frame'>) {
  if (!creditCode && !licence) return null
  return (
    <p className="proof-licence row wraps muted">
      <span>{companyName}</span>
      {creditCode && <span>{`统一社会信用代码：${creditCode}`}</span>}
      {licence && (
        <a className="more row accent" href={licence} target="_blank" rel="noopener noreferrer">
          营业执照
          <Arrow />
        </a>
      )}
    </p>
  )
}

function Item({ proof: { type, image, name, number, issuer, from, until, document } }: { proof: Proof }) {
  const notes = useContext(PictureNotesContext)
  const facts = [
    ['编号', number],
    ['颁发机构', issuer],
    ['发证日期', from && chineseDay(from)],
    ['有效期至', until && chineseDay(until)],
  ].filter(([, value]) => value)
  return (
    <li className="proof stack">
      {image && (
        <a className="proof-picture clipped center" href={image} aria-label={`查看大图：${name}`} data-large={name}>
          <Picture src={image} alt="" sizes="(min-width: 64rem) 20vw, 44vw" />
        </a>
      )}
      <p className="small accent">{proofTypes[type]}</p>
      <h2 {...keepWords(name)} />
      {facts.length > 0 && (
        <dl className="small muted">
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {document && (
        <a className="document small" href={document} target="_blank" rel="noopener noreferrer">
          查看原件 <small>{documentFacts(document, notes[document]?.bytes)}</small>
        </a>
      )}
    </li>
  )
}
