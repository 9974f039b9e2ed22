import type { Product } from '../../../../contract/entities.ts'

interface Props {
  models: NonNullable<Product['models']>
  /** What holds of a model that has none of its own. */
  product: Pick<Product, 'specs' | 'price'>
}

/** The models of a product are rows, so that a phone scrolls them by name; a column is there where a model has something of its own. */
export function ModelTable({ models, product }: Props) {
  const terms = [...new Set(models.flatMap(({ specs = [] }) => specs.map(({ term }) => term)))]
  const hasPrices = models.some(({ price }) => price)
  return (
    <section className="model-table">
      <h3 className="ticked" id="models">
        型号
      </h3>
      <div className="scroll" role="region" aria-labelledby="models" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">型号</th>
              <th scope="col">说明</th>
              {hasPrices && <th scope="col">价格</th>}
              {terms.map((term) => (
                <th scope="col" dir="auto" key={term}>
                  {term}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {models.map(({ model, note, price, specs = [] }) => (
              <tr key={model}>
                <th scope="row" dir="auto">
                  {model}
                </th>
                <td dir="auto">{note || '—'}</td>
                {hasPrices && <td dir="auto">{price || product.price || '—'}</td>}
                {terms.map((term) => (
                  <td dir="auto" key={term}>
                    {valueOf(term, specs) || valueOf(term, product.specs) || '—'}
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

const valueOf = (wanted: string, specs: readonly { term: string; value: string }[] = []): string =>
  specs.find(({ term }) => term === wanted)?.value ?? ''
