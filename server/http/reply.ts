import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Reply } from '../../contract/calls.ts'
import { FieldFault } from '../../contract/fields.ts'
import { Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import { ClientGone } from './clientGone.ts'
import type { FlatHeaders } from './headers.ts'
import { isLong, sendLong } from './longReply.ts'
import { replyBytes } from './replyBytes.ts'
import { requestPath } from './requestPath.ts'
import { sendBytes } from './send.ts'

/** What was thrown, as whoever sent the request may learn it. */
export interface Explained {
  code: number
  message: string
  data: Failure['data']
  headers: FlatHeaders
}

export interface Replies {
  send(res: ServerResponse, status: number, reply: Reply<unknown>, extra?: FlatHeaders): void
  /** Answers what was thrown. What we did not foresee is answered blandly, and told in full to the log alone. */
  fail(res: ServerResponse, error: unknown, extra?: FlatHeaders): void
  /** What `fail` would answer, for a page to say; it logs the same. */
  explain(res: ServerResponse, error: unknown): Explained
}

/** Every reply of a call, and every refusal in their form. */
export function createReplies(security: FlatHeaders, log: Log): Replies {
  const headers = Object.freeze([...security, 'Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'no-store'])

  const send = (res: ServerResponse, status: number, reply: Reply<unknown>, extra?: FlatHeaders): void => {
    const { data } = reply
    const all = extra === undefined || extra.length === 0 ? headers : [...headers, ...extra]
    if (isLong(data)) sendLong(res, status, all, { ...reply, data }).catch((error: unknown) => fail(res, error))
    else sendBytes(res, status, all, replyBytes(reply))
  }

  const explain = (res: ServerResponse, error: unknown): Explained => {
    const failure = asFailure(error)
    // What a handler refuses of its own accord has no cause and is no fault, however high its code.
    const deliberate = failure.code < 500 || (failure === error && failure.cause === undefined)
    const message = deliberate ? failure.message : reported(res, failure, error)
    return { code: failure.code, message, data: failure.data, headers: Object.entries(failure.headers).flat() }
  }

  const fail = (res: ServerResponse, error: unknown, extra: FlatHeaders = []): void => {
    if (error instanceof ClientGone) return void res.destroy()
    const { code, message, data, headers } = explain(res, error)
    // Half a reply cannot be taken back; a cut connection at least says that it is not whole.
    if (res.headersSent || res.destroyed) return void res.destroy()
    send(res, code, { code, msg: message, data }, [...headers, ...extra])
  }

  /** Logs a fault of ours under a number that the person who met it can pass on. */
  const reported = (res: ServerResponse, failure: Failure, error: unknown): string => {
    const incident = randomBytes(4).toString('hex')
    log('error', `incident ${incident}: ${res.req.method ?? '-'} ${requestPath(res.req.url)} answered ${failure.code}`, error)
    return failure.code === 500 ? `${failure.message}（编号：${incident}）` : failure.message
  }

  return { send, fail, explain }
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof FieldFault) return new Failure(400, error.message, { data: { field: error.field } })
  return new Failure(500, '服务器出错了，请稍后重试')
}
