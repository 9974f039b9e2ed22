import type { Detail } from '../../../contract/kinds/entities.ts'
import { Measured } from './Measured.tsx'

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
            <Measured text={description} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
