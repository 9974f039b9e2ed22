import type { ReactNode } from 'react'
import type { Product } from '../../../../contract/kinds/entities.ts'
import { comparePage } from '../../../../contract/kinds/recordPages.ts'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { Measured } from '../../parts/Measured.tsx'
import { QuoteLink } from '../../parts/QuoteLink.tsx'
import { Section } from '../../parts/Section.tsx'
import { haveOwn, type ModelFacts, modelFacts } from './data.ts'

interface Props {
  product: Partial<Product>
  name: string
  /** Whether visitors gather products for one inquiry. */
  quoted: boolean
}

/** The models of a product, each with what is its own. One alone is at the top of the page, as far as there is room. */
export function Models({ product, name: productName, quoted }: Props) {
  const { productId = '', models = [] } = product
  const facts = modelFacts(product)
  const isOwn = haveOwn(facts)
  const ask = (model: string) =>
    quoted && <QuoteLink className="more accent" product={{ productId, name: productName }} model={model} />
  return (
    <Section className="specs models" items={models.length > 1 || isOwn ? models : []}>
      <SectionHead
        name="型号"
        more={models.length > 1 && isOwn ? { href: comparePage([productId]), words: '比较各型号' } : undefined}
      />
      {isOwn ? (
        <ModelTable facts={facts} ask={ask} />
      ) : (
        <ul className="points">
          {models.map(({ model, note }, index) => (
            <li className="boxed" key={index}>
              <b dir="auto">{model}</b>
              {note && <p dir="auto">{note}</p>}
              {ask(model)}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Models are rows, so that a phone scrolls them by name; a column is there where a model has something of its own. */
function ModelTable({ facts, ask }: { facts: readonly ModelFacts[]; ask: (model: string) => ReactNode }) {
  const columns = facts[0]?.first ?? []
  return (
    <div className="scroll sideways" role="region" aria-label="型号" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {columns.map(({ term }) => (
              <th scope="col" dir="auto" key={term}>
                {term}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(({ name, first }, index) => (
            <tr key={index}>
              <th scope="row" dir="auto">
                {name}
                {ask(name)}
              </th>
              {first.map(({ term, description }) => (
                <td dir="auto" key={term}>
                  <Measured text={description || '—'} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
