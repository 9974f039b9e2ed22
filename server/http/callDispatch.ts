import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Call, type CallName, calls } from '../../contract/calls.ts'
import { readFields } from '../../contract/fields.ts'
import type { Caller, Handlers, SignedInUser } from '../calls/caller.ts'
import { Failure } from '../failure.ts'
import { clientAddress, requestScheme } from './address.ts'
import { readJson } from './body.ts'
import { dropCookies, keepCookies, readCookie, signedInCookie, tokenCookie } from './cookies.ts'
import { receiveUpload } from './multipart.ts'
import { crossSite } from './origin.ts'
import type { Replies } from './reply.ts'

export interface CallEdge {
  handlers: Handlers
  /** Whose token this is; undefined when it opens nothing. */
  authenticate(token: string): SignedInUser | undefined
  replies: Replies
  /** The folder that files are received in. */
  incoming: string
  /** Of SITE_URL; asked per request, since the port may be known only once it is open. */
  siteOrigin(): string
  /** Whether cookies are for https alone. */
  https: boolean
  trustProxy: boolean
}

interface Listed {
  row: Call
  handle(input: object, caller: Caller): unknown
}

/** Under these every path is a call's, listed or not. */
const callFolders = ['/v1/', '/item/', '/service-basics-item/', '/allianceRest/']

/**
 * Answers the calls of the contract: true when the path was a call's and the answer is given or on its way. What can be refused
 * is refused before the body is read.
 */
export function createCallDispatch(edge: CallEdge): (req: IncomingMessage, res: ServerResponse, pathname: string) => boolean {
  const listed = new Map<string, Listed>()
  for (const name of Object.keys(calls) as CallName[]) {
    // The contract types name and handler together; here any row meets its own handler.
    listed.set(calls[name].path, { row: calls[name], handle: edge.handlers[name] as Listed['handle'] })
  }

  return (req, res, pathname) => {
    const call = listed.get(pathname)
    if (call === undefined) {
      if (!callFolders.some((folder) => pathname.startsWith(folder))) return false
      edge.replies.send(res, 404, { code: 404, msg: '没有这个接口', data: null })
    } else if (req.method !== call.row.method) {
      edge.replies.send(res, 405, { code: 405, msg: '请求方法不正确', data: null }, ['Allow', call.row.method])
    } else {
      void answer(edge, call, req, res)
    }
    return true
  }
}

async function answer(edge: CallEdge, { row, handle }: Listed, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const cookies: string[] = []
  const setCookies = (values: string[]): void => void cookies.push(...values.flatMap((value) => ['Set-Cookie', value]))
  try {
    if (row.changes && crossSite(req, { siteOrigin: edge.siteOrigin(), scheme: requestScheme(req, edge.trustProxy) })) {
      throw new Failure(403, '不允许来自其他网站的请求')
    }
    const token = sentToken(req)
    const signedIn = token === undefined ? undefined : edge.authenticate(token)
    if (row.who !== 'everyone') {
      if (signedIn === undefined) {
        const believesSignedIn = token !== undefined || readCookie(req.headers.cookie, signedInCookie) !== undefined
        if (believesSignedIn) setCookies(dropCookies(edge.https))
        throw new Failure(401, '请先登录')
      }
      if (row.who !== 'staff' && !signedIn.user.auth.includes(row.who.permission)) throw new Failure(403, '没有权限')
    }
    const caller: Caller = {
      // Asked now: once the client has gone, its socket no longer knows.
      address: clientAddress(req, edge.trustProxy),
      token,
      signedIn,
      keepToken: (kept, lifetimeSeconds) => setCookies(keepCookies(kept, { https: edge.https, lifetimeSeconds })),
      dropToken: () => setCookies(dropCookies(edge.https)),
    }
    const data = await (row.upload === undefined
      ? handle(readFields(row.input, await readJson(req, res)), caller)
      : handleUpload(edge, { row, handle }, req, res, caller))
    edge.replies.send(res, 200, { code: row.code ?? 200, msg: row.done ?? '成功', data: data ?? null }, cookies)
  } catch (error) {
    edge.replies.fail(res, error, cookies)
  }
}

async function handleUpload(edge: CallEdge, { row, handle }: Listed, req: IncomingMessage, res: ServerResponse, caller: Caller): Promise<unknown> {
  if (row.upload === undefined) throw new TypeError(`${row.path} takes no file`)
  const upload = await receiveUpload(req, res, row.upload, edge.incoming)
  try {
    return await handle({ ...readFields(row.input, upload.fields), file: upload.file }, caller)
  } finally {
    await upload.discard()
  }
}

/** Programs name their token in a header of its own; browsers send the cookie. */
function sentToken(req: IncomingMessage): string | undefined {
  const header = req.headers['authorization-item']
  const bearer = typeof header === 'string' ? /^Bearer +(\S+)$/i.exec(header.trim())?.[1] : undefined
  return bearer ?? (readCookie(req.headers.cookie, tokenCookie) || undefined)
}
