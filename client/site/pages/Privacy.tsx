import type { Site } from '../../../contract/entities.ts'
import { RichText } from '../../ui/RichText.tsx'
import { fillText } from '../fillText.ts'
import { describe, titled } from '../head.ts'
import type { Head, PageProps, PageRequest } from '../route.ts'

type PrivacyFacts = Site['privacy']

export async function load({ site }: PageRequest): Promise<PrivacyFacts> {
  const { privacy, companyName, hotline, mailbox } = site
  const values = { 公司全称: escapeHtml(companyName), 服务热线: link('tel', hotline), 公司邮箱: link('mailto', mailbox) }
  return { ...privacy, body: fillText(privacy.body, values) }
}

/** What is filled into rich text is plain text. */
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
const link = (scheme: string, text: string): string => `<a href="${scheme}:${escapeHtml(text)}">${escapeHtml(text)}</a>`

export const head = (_facts: PrivacyFacts, site: Site): Head => ({ title: titled(site.pageNames.privacy, site), description: describe('privacy', site) })

export default function Privacy({ facts: { lead, body, date }, frame: { pageNames } }: PageProps<PrivacyFacts>) {
  return (
    <div className="wrap article">
      <article>
        <header>
          <h1>{pageNames.privacy}</h1>
          {date && (
            <p className="article-line">
              <span>生效日期</span>
              <time dateTime={date}>{date}</time>
            </p>
          )}
          <p className="article-intro">{lead}</p>
        </header>
        <RichText html={body} />
      </article>
    </div>
  )
}
