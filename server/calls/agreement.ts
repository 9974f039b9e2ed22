import { Failure } from '../failure.ts'
import type { RichText } from '../richtext/richText.ts'
import type { Handlers } from './caller.ts'

/** Anybody can request the agreement, so it is converted once, and again only when its text has changed. */
export function agreementCalls(agreement: () => string, richText: RichText): Pick<Handlers, 'siteAgreement'> {
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
      const text = agreement()
      if (rendered?.text !== text) rendered = { text, html: render(text) }
      return { html: await rendered.html }
    },
  }
}
