import type { Product } from '../../../../contract/entities.ts'
import { comparePage } from '../../../../contract/recordPages.ts'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { QuoteLink } from '../../parts/QuoteLink.tsx'
import { Section } from '../../parts/Section.tsx'
import { haveOwn, modelFacts } from './data.ts'

interface Props {
  product: Partial<Product>
  name: string
  /** Whether visitors gather products for one inquiry. */
  quoted: boolean
}

/** The models of a product are rows, so that a phone scrolls them by name; a column is there where a model has something of its own. */
export function ModelTable({ product, name: productName, quoted }: Props) {
  const { productId = '', models = [] } = product
  const facts = modelFacts(product)
  const columns = facts[0]?.first ?? []
  const isOwn = haveOwn(facts)
  return (
    // One alone is at the top, as far as there is room.
    <Section className="specs model-table" items={models.length > 1 || isOwn ? models : []}>
      <SectionHead
        name="型号"
        more={models.length > 1 && isOwn ? { href: comparePage([productId]), words: '比较各型号' } : undefined}
      />
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
                  {quoted && (
                    <QuoteLink className="more accent" product={{ productId, name: productName }} model={name} />
                  )}
                </th>
                {first.map(({ term, description }) => (
                  <td dir="auto" key={term}>
                    {description || '—'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
