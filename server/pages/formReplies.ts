import type { ServerResponse } from 'node:http'
import { notFound } from '../../client/site/routes.ts'
import type { PostedForm } from '../../contract/leads/application.ts'
import { arrivedWords } from '../../contract/leads/arrived.ts'
import type { Asking } from '../../contract/leads/callBack.ts'
import { hourMs } from '../../contract/text/durations.ts'
import { answerWithoutFiles } from '../../contract/leads/leadFiles.ts'
import { listWords } from '../../contract/leads/quoteRules.ts'
import { twinOf } from '../../contract/site/twins.ts'
import { type FormPages, type SentForm, visitorForms } from '../edge/formPosts.ts'
import { type FlatHeaders, unstored } from '../edge/headers.ts'
import { sendBytes } from '../edge/send.ts'
import type { LeadRecord } from '../store/leadRecords.ts'
import type { Store } from '../store/store.ts'
import { compress, encodingFor } from './encodings.ts'
import { agentOf } from './userAgents.ts'

/** The address of the success page names the inquiry, which nobody else can guess. */
const resultSearch = ({ agentId = '1', withoutFiles }: SentForm): string =>
  `?applied=${agentId}${withoutFiles ? '-nofile' : ''}`

function sentForm(search: string): SentForm | undefined {
  const [, agentId, withoutFiles] = /^\?applied=(\w{1,80})(-nofile)?$/.exec(search) ?? []
  return agentId === undefined ? undefined : { agentId, withoutFiles: withoutFiles !== undefined }
}

interface Parts {
  store: Pick<Store, 'agent' | 'doubtful'>
  render(path: string, posted: PostedForm): Promise<string | undefined>
  answerTo(asking: Asking): string
  now(): number
}

/** The pages are for one visitor and may contain what they typed, so they are never cached. */
export function createFormReplies(security: FlatHeaders, { store, render, answerTo, now }: Parts) {
  const headers = [...security, ...unstored('text/html'), 'Vary', 'Accept-Encoding']

  /** A browser may keep the address: after an hour it says nothing of the inquiry. */
  const sentOf = (id = ''): LeadRecord | undefined => {
    const record = store.agent.get(id) ?? store.doubtful.get(id)
    return record && now() - Date.parse(record.createdAt) < hourMs ? record : undefined
  }

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
      const form = visitorForms.get(path)
      const sent = form && sentForm(search)
      if (!sent) return undefined
      const isInquiry = form.call === 'inquirySave'
      const record = isInquiry ? sentOf(sent.agentId) : undefined
      const words = answerTo({ topic: record?.topic, left: record?.phone })
      const answer = sent.withoutFiles ? answerWithoutFiles(words) : words
      return reply(
        res,
        path,
        {
          done: true,
          answer: isInquiry ? arrivedWords(answer, record) : answer,
          sent: listWords(record?.items ?? []),
          values: {},
          errors: {},
        },
        200,
        [],
      )
    },
  }
}
