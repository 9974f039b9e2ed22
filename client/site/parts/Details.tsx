import { Fragment, type ReactNode } from 'react'
import type { Detail } from '../../../contract/entities.ts'

/** `action`: what can be done with it, behind its text. */
export type ActionableDetail = Detail & { action?: ReactNode }

/** Short facts, one in each row. */
export function Details({
  details,
  className = 'details',
}: {
  details: readonly ActionableDetail[]
  className?: string
}) {
  if (details.length === 0) return null
  return (
    <dl className={className}>
      {details.map(({ term, description, action }, index) => (
        <div className="ruled" key={index}>
          <dt className="muted" dir="auto">
            {term}
          </dt>
          <dd className="ink" dir="auto">
            <Sizes text={description} />
            {action && <> {action}</>}
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
          ×<wbr />
        </>
      )}
      {part}
    </Fragment>
  ))
}
