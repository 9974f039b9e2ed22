import type { Outcome } from '../../../contract/kinds/entities.ts'

/** What a project has achieved, each over a measuring line. */
export function Outcomes({ className, outcomes }: { className: string; outcomes: readonly Outcome[] }) {
  if (outcomes.length === 0) return null
  return (
    <dl className={`figures-large ${className}`}>
      {outcomes.map((outcome) => (
        <div key={outcome.label}>
          <dt>
            {outcome.label}
            {outcome.done && <span className="muted small">{outcome.done}</span>}
          </dt>
          <dd>
            <Change outcome={outcome} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The same in a line of text. */
export function OutcomeLine({ outcome }: { outcome: Outcome }) {
  return (
    <p className="outcome muted small">
      <strong>
        <Change outcome={outcome} />
      </strong>
      {outcome.label}
    </p>
  )
}

/** The value with its unit, after what it was before. */
function Change({ outcome: { before, value, suffix } }: { outcome: Outcome }) {
  return (
    <>
      {before && (
        <span className="outcome-before">
          {before}
          <span className="visually-hidden">变为</span>
          <span aria-hidden="true">→</span>
        </span>
      )}
      {/* A minus sign is as wide as a figure. */}
      {value < 0 ? `−${-value}` : value}
      <small>{suffix}</small>
    </>
  )
}
