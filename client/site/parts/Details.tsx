import type { Detail } from '../../../contract/entities.ts'

/** Short facts, one in each row. */
export function Details({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="details">
      {details.map(({ term, description }, index) => (
        <div className="ruled" key={index}>
          <dt className="muted" dir="auto">
            {term}
          </dt>
          <dd className="ink" dir="auto">
            {description}
          </dd>
        </div>
      ))}
    </dl>
  )
}
