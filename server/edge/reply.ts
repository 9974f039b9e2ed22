import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Download } from '../../contract/calls/callRow.ts'
import type { Reply } from '../../contract/calls/replies.ts'
import { FieldError } from '../../contract/calls/fields.ts'
import { ClientDisconnected, Failure } from '../failure.ts'
import type { Log } from '../system/log.ts'
import { filePolicy, type FlatHeaders, unstored, withPolicy } from './headers.ts'
import { requestPath } from './request.ts'
import { sendBytes, sendChunks } from './send.ts'

/** An error as it may be shown to the client. */
interface PublicError {
  code: number
  message: string
  data: Failure['data']
  headers: FlatHeaders
}

export type Replies = ReturnType<typeof createReplies>

/** Sends the JSON replies of calls, and error replies of the same form. */
export function createReplies(security: FlatHeaders, log: Log) {
  const headers = Object.freeze([...security, ...unstored('application/json')])

  const send = (res: ServerResponse, status: number, reply: Reply<unknown>, extra?: FlatHeaders): void =>
    sendBytes(
      res,
      status,
      extra === undefined || extra.length === 0 ? headers : [...headers, ...extra],
      JSON.stringify(reply),
    )

  /** Sends a file in pieces. */
  const download = async (res: ServerResponse, { name, type, bytes, chunks, strange }: Download): Promise<void> => {
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
    const facts = ['Content-Type', type, 'Content-Length', String(bytes), 'Content-Disposition', disposition]
    const headers = strange ? withPolicy(security, filePolicy) : security
    res.writeHead(200, [...headers, ...facts, 'Cache-Control', 'no-store'])
    await sendChunks(res, chunks)
  }

  /** The message that `fail` would send, for a page to show. Logs the same. */
  const explain = (res: ServerResponse, error: unknown): PublicError => {
    const failure = asFailure(error)
    // A Failure without a cause is a deliberate refusal and not an error of the server, even with a code of 500 or more.
    const deliberate = failure.code < 500 || (failure === error && failure.cause === undefined)
    const message = deliberate ? failure.message : logIncident(res, failure, error)
    return { code: failure.code, message, data: failure.data, headers: Object.entries(failure.headers).flat() }
  }

  /** Replies to an error. An unexpected one gets a generic message, and its details go to the log only. */
  const fail = (res: ServerResponse, error: unknown, extra: FlatHeaders = []): void => {
    if (error instanceof ClientDisconnected) return void res.destroy()
    const { code, message, data, headers } = explain(res, error)
    // The headers are sent: only closing the connection shows that the reply is incomplete.
    if (res.headersSent || res.destroyed) return void res.destroy()
    send(res, code, { code, msg: message, data }, [...headers, ...extra])
  }

  const refuseMethod = (res: ServerResponse, allowed: string): void =>
    fail(res, new Failure(405, '请求方法不正确', { headers: { Allow: allowed } }))

  /** Logs an error of the server with a number that the user can report. */
  const logIncident = (res: ServerResponse, failure: Failure, error: unknown): string => {
    const incident = randomBytes(4).toString('hex')
    log(
      'error',
      `incident ${incident}: ${res.req.method ?? '-'} ${requestPath(res.req.url)} answered ${failure.code}`,
      error,
    )
    return failure.code === 500 ? `${failure.message}（编号：${incident}）` : failure.message
  }

  return { send, refuseMethod, download, fail, explain }
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof FieldError) return new Failure(400, error.message, { data: { field: error.field } })
  return new Failure(500, '服务器出错了，请稍后重试')
}
