import type { Product } from '../../../../contract/entities.ts'
import { comparePage } from '../../../../contract/recordPages.ts'
import { Arrow } from '../../../ui/Icon.tsx'
import { comparedRows } from './comparedRows.ts'
import { canCompare, modelFacts } from './data.ts'

/** The models of a product are rows, so that a phone scrolls them by name; a column is there where a model has something of its own. */
export function ModelTable({ product }: { product: Partial<Product> }) {
  const { productId = '', models = [] } = product
  // One alone is at the top.
  if (models.length < 2) return null
  const facts = modelFacts(product)
  const columns = comparedRows(facts.map(({ first }) => first))
  return (
    <section className="model-table">
      <header className="row wraps">
        <h3 className="ticked" id="models">
          型号
        </h3>
        {canCompare(models) && (
          <a className="more row accent push" href={comparePage([productId])}>
            比较各型号
            <Arrow />
          </a>
        )}
      </header>
      <div className="scroll" role="region" aria-labelledby="models" tabIndex={0}>
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
            {facts.map(({ name }, index) => (
              <tr key={index}>
                <th scope="row" dir="auto">
                  {name}
                </th>
                {columns.map(({ term, values }) => (
                  <td dir="auto" key={term}>
                    {values[index] || '—'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
