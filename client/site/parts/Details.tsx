import { Fragment } from 'react'
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
            <Sizes text={description} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Of 50mm×50mm×3mm a line ends behind a sign, not within a number or its unit. */
function Sizes({ text }: { text: string }) {
  return text.split('×').map((part, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          ×<wbr aria-hidden="true" />
        </>
      )}
      {part}
    </Fragment>
  ))
}
