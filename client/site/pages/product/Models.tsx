import type { Product } from '../../../../contract/entities.ts'

/** The models of a product, where it has several. */
export function Models({ models }: { models: NonNullable<Product['models']> }) {
  const noted = models.some(({ note }) => note)
  return (
    <table className="data-table">
      <thead>
        <tr>
          <th scope="col">型号</th>
          {noted && <th scope="col">说明</th>}
        </tr>
      </thead>
      <tbody>
        {models.map(({ model, note }, index) => (
          <tr key={index}>
            <th scope="row" dir="auto">
              {model}
            </th>
            {noted && <td dir="auto">{note}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
