import type { ServerResponse } from 'node:http'
import { applicationForms, type PostedForm } from '../../contract/application.ts'
import { twinOf } from '../../contract/twins.ts'
import type { FormPages } from '../http/formPosts.ts'
import type { FlatHeaders } from '../http/headers.ts'
import { sendBytes } from '../http/send.ts'
import { compress, encodingFor } from './encodings.ts'
import { agentOf } from './userAgents.ts'

export interface FormAnswers extends FormPages {
  /** Whether this is the page that says it worked. */
  isResult(path: string, search: string): boolean
  result(res: ServerResponse, path: string): Promise<void>
}

const resultSearch = '?applied=1'
const done: PostedForm = { done: true, values: {}, faults: {} }

/** Each is for one visitor and may say what they typed, so none is kept, here or anywhere else. */
export function createFormAnswers(security: FlatHeaders, draw: (path: string, posted: PostedForm) => Promise<string>): FormAnswers {
  const headers = [...security, 'Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-store', 'Vary', 'Accept-Encoding']

  const answer: FormPages['answer'] = async (res, path, posted, status, more) => {
    const html = Buffer.from(await draw(path, posted))
    const encoding = encodingFor(res.req.headers['accept-encoding'] as string | undefined)
    const coded = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
    sendBytes(res, status, [...headers, ...coded, ...more], compress(html, encoding))
  }

  return {
    answer,
    accepted(res, path) {
      // To the page made for this device, or the way there would lose the answer.
      const page = twinOf(path, '', agentOf(res.req.headers['user-agent']).phone) ?? path
      sendBytes(res, 303, [...security, 'Location', `${page}${resultSearch}`, 'Cache-Control', 'no-store'], '')
    },
    isResult: (path, search) => search === resultSearch && applicationForms.has(path),
    result: (res, path) => answer(res, path, done, 200, []),
  }
}
