import { fillHtml } from '../../contract/site/companyText.ts'
import type { Site } from '../../contract/kinds/entities.ts'
import { Failure } from '../failure.ts'
import type { RichText } from '../media/richText.ts'
import type { Handlers } from '../call.ts'

/** Anybody can request the agreement, so it is converted once, and again only when its text has changed. */
export function agreementCalls(agreement: () => string, site: () => Site, richText: RichText) {
  let rendered: { text: string; html: Promise<string> } | undefined

  const render = async (text: string): Promise<string> => {
    try {
      return await richText.clean(await richText.htmlOfMarkdown(text))
    } catch (error) {
      // A refused text would be refused again; any other failure may be temporary.
      if (!(error instanceof Failure && error.code === 400)) rendered = undefined
      throw error
    }
  }

  return {
    async siteAgreement() {
      const own = site().agreement
      if (own.body !== '')
        return { html: `<h1>用户协议</h1>${own.date && `<p>生效日期：${own.date}</p>`}${fillHtml(own.body, site())}` }
      const text = agreement()
      if (rendered?.text !== text) rendered = { text, html: render(text) }
      return { html: await rendered.html }
    },
  } satisfies Partial<Handlers>
}
