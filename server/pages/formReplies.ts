import type { ServerResponse } from 'node:http'
import { notFound } from '../../client/site/routes.ts'
import type { PostedForm } from '../../contract/application.ts'
import type { Asking } from '../../contract/callBack.ts'
import { answerWithoutFiles } from '../../contract/leadFiles.ts'
import { twinOf } from '../../contract/twins.ts'
import { type FormPages, type SentForm, visitorForms } from '../http/formPosts.ts'
import { type FlatHeaders, unstored } from '../http/headers.ts'
import { sendBytes } from '../http/send.ts'
import { compress, encodingFor } from './encodings.ts'
import { agentOf } from './userAgents.ts'

type Render = (path: string, posted: PostedForm) => Promise<string | undefined>

/** The address of the success page says what its words depend on. */
const resultSearch = ({ isMail, isJob, withoutFiles }: SentForm): string =>
  `?applied=1${isMail ? '-mail' : ''}${isJob ? '-job' : ''}${withoutFiles ? '-nofile' : ''}`

function sentForm(search: string): SentForm | undefined {
  const [found, isMail, isJob, withoutFiles] = /^\?applied=1(-mail)?(-job)?(-nofile)?$/.exec(search) ?? []
  if (found === undefined) return undefined
  return { isMail: isMail !== undefined, isJob: isJob !== undefined, withoutFiles: withoutFiles !== undefined }
}

/** The pages are for one visitor and may contain what they typed, so they are never cached. */
export function createFormReplies(security: FlatHeaders, render: Render, answerTo: (asking: Asking) => string) {
  const headers = [...security, ...unstored('text/html'), 'Vary', 'Accept-Encoding']

  const reply: FormPages['reply'] = async (res, path, posted, status, more) => {
    const page = await render(path, posted)
    const html = Buffer.from(page ?? (await render(notFound.path, posted)) ?? '')
    const encoding = encodingFor(res.req.headers['accept-encoding'] as string | undefined)
    const contentEncoding = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
    sendBytes(
      res,
      page === undefined ? 404 : status,
      [...headers, ...contentEncoding, ...more],
      compress(html, encoding, true),
    )
  }

  return {
    reply,
    accepted(res: ServerResponse, path: string, sent: SentForm): void {
      // To the page for this kind of device: another redirect would lose the result.
      const page = twinOf(path, '', agentOf(res.req.headers['user-agent']).phone) ?? path
      sendBytes(res, 303, [...security, 'Location', page + resultSearch(sent), 'Cache-Control', 'no-store'], '')
    },
    /** Replies with the success page; undefined where this is not its address. */
    result(res: ServerResponse, path: string, search: string): Promise<void> | undefined {
      const sent = visitorForms.has(path) ? sentForm(search) : undefined
      if (!sent) return undefined
      const words = answerTo({ left: sent.isMail ? '@' : '', ...(sent.isJob && { topic: '应聘' }) })
      const answer = sent.withoutFiles ? answerWithoutFiles(words) : words
      return reply(res, path, { done: true, answer, values: {}, errors: {} }, 200, [])
    },
  }
}
