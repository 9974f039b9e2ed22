import type { ServerResponse } from 'node:http'
import { notFound } from '../../client/site/routes.ts'
import type { PostedForm } from '../../contract/application.ts'
import { twinOf } from '../../contract/twins.ts'
import { type FormPages, type SentForm, visitorForms } from '../http/formPosts.ts'
import { type FlatHeaders, unstored } from '../http/headers.ts'
import { sendBytes } from '../http/send.ts'
import { compress, encodingFor } from './encodings.ts'
import { agentOf } from './userAgents.ts'

type Render = (path: string, posted: PostedForm) => Promise<string | undefined>

/** The success page's address says what its words depend on. */
const resultSearch = ({ asking, withoutFiles }: SentForm): string =>
  ['?applied=1', asking?.left && 'mail=1', asking?.topic && 'job=1', withoutFiles && 'files=0']
    .filter(Boolean)
    .join('&')

function sentForm(search: string): SentForm | undefined {
  if (!/^\?applied=1(?:&mail=1)?(?:&job=1)?(?:&files=0)?$/.test(search)) return undefined
  const sent = new URLSearchParams(search)
  return {
    asking: { left: sent.has('mail') ? '@' : '', ...(sent.has('job') && { topic: '应聘' }) },
    ...(sent.has('files') && { withoutFiles: true }),
  }
}

/** The pages are for one visitor and may contain what they typed, so they are never cached. */
export function createFormReplies(security: FlatHeaders, render: Render) {
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
    /** Whether this is the address of the success page. */
    isResult: (path: string, search: string): boolean => sentForm(search) !== undefined && visitorForms.has(path),
    result: (res: ServerResponse, path: string, search: string): Promise<void> =>
      reply(res, path, { done: true, ...sentForm(search), values: {}, errors: {} }, 200, []),
  }
}
