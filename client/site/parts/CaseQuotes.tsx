import type { Quote } from '../../../contract/site/siteFields.ts'

/** What customers say about a project. */
export function CaseQuotes({ quotes }: { quotes: readonly Quote[] }) {
  return quotes.map(({ words, speaker }) => (
    <figure className="case-quote" key={words}>
      <blockquote dir="auto">{words}</blockquote>
      <figcaption className="muted">{speaker}</figcaption>
    </figure>
  ))
}
