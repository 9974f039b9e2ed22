import type { Site } from '../../../contract/kinds/entities.ts'
import { RichText } from '../../ui/RichText.tsx'
import { unlistedHead } from '../head.ts'
import type { Head, PageProps, PageRequest } from '../route.ts'

interface AgreementFacts {
  /** Has an h1 of its own. */
  html: string
}

export const load = ({ call }: PageRequest): Promise<AgreementFacts> => call('siteAgreement', {})

export const head = (_facts: AgreementFacts, site: Site): Head =>
  unlistedHead('用户协议', site, '后台管理系统的用户协议。')

export default function Agreement({ facts: { html } }: PageProps<AgreementFacts>) {
  return (
    <div className="wrap article">
      <article>
        <RichText html={html} firstLevel={1} />
      </article>
    </div>
  )
}
