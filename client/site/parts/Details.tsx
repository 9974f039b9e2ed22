import type { Detail } from '../../../contract/entities.ts'

/** Short facts, one in each row. */
export function Details({ details, className = 'details' }: { details: readonly Detail[]; className?: string }) {
  if (details.length === 0) return null
  return (
    <dl className={className}>
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
