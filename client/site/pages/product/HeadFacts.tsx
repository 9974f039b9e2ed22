import type { Fact } from '../../../../contract/kinds.ts'

/** What a buyer asks first, beside the way to ask. */
export function HeadFacts({ facts }: { facts: readonly Fact[] }) {
  if (facts.length === 0) return null
  return (
    <dl className="head-facts">
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt className="muted small">{term}</dt>
          <dd className="strong" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
