import { keepWords } from './keepWords.ts'
import { MoreLink } from './MoreLink.tsx'

interface SectionHeadProps {
  name: string
  lead?: string
  more?: { href: string; words: string } | undefined
  /** Without the line, where the section has a form of its own. */
  quiet?: boolean
}

/** The heading of a section: its name over a line with ticks, as on a drawing. */
export function SectionHead({ name, lead, more, quiet }: SectionHeadProps) {
  return (
    <header className={quiet ? 'section-head quiet' : 'section-head'}>
      <h2 {...keepWords(name)} />
      {lead && (
        <p className="muted lead" dir="auto">
          {lead}
        </p>
      )}
      {more && <MoreLink href={more.href}>{more.words}</MoreLink>}
    </header>
  )
}
