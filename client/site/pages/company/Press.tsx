import type { CompanyFacts } from './data.ts'

/** Where journalists find texts, the logo and pictures; nothing where there is no such page. */
export function Press({ press }: Pick<CompanyFacts, 'press'>) {
  if (!press?.text) return null
  return (
    <p className="press muted small">
      {`${press.text} `}
      {press.link && (
        <a className="no-break" href={press.target}>
          {press.link}
        </a>
      )}
    </p>
  )
}
