import { RichText } from '../../ui/RichText.tsx'
import type { PageProps } from '../route.ts'

export interface AgreementFacts {
  /** With its own h1. */
  html: string
}

export default function Agreement({ facts: { html } }: PageProps<AgreementFacts>) {
  return (
    <div className="wrap article">
      <article className="agreement">
        <RichText html={html} />
      </article>
    </div>
  )
}
