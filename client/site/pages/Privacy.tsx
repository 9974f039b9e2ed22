import { fillHtml } from '../../../contract/site/companyText.ts'
import type { Site } from '../../../contract/kinds/entities.ts'
import { RichText } from '../../ui/RichText.tsx'
import { pageHead } from '../head.ts'
import type { Head, PageProps, PageRequest } from '../route.ts'

type PrivacyFacts = Site['privacy']

export const load = async ({ site }: PageRequest): Promise<PrivacyFacts> => ({
  ...site.privacy,
  body: fillHtml(site.privacy.body, site),
})

export const head = (_facts: PrivacyFacts, site: Site): Head => pageHead('privacy', site)

export default function Privacy({ facts: { lead, body, date }, frame: { pageNames } }: PageProps<PrivacyFacts>) {
  return (
    <div className="wrap article">
      <article>
        <header>
          <h1>{pageNames.privacy}</h1>
          {date && (
            <p className="article-meta row muted">
              <span>生效日期</span>
              <time dateTime={date}>{date}</time>
            </p>
          )}
          <p className="article-intro muted lead" dir="auto">
            {lead}
          </p>
        </header>
        <RichText html={body} />
      </article>
    </div>
  )
}
