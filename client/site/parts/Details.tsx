import type { Detail } from '../../../contract/entities.ts'

/** Facts of a few words each, one row below the other. */
export function Details({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="details">
      {details.map(({ term, description }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  )
}
