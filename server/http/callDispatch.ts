import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyLimit, type Call, type CallName, calls } from '../../contract/calls.ts'
import { readFields } from '../../contract/fields.ts'
import type { Caller, Handlers, SignedInUser } from '../calls/caller.ts'
import { Failure } from '../failure.ts'
import { clientAddress, requestScheme } from './address.ts'
import { readJson } from './body.ts'
import type { BodyBudget } from './bodyBudget.ts'
import { deviceCookie, dropCookies, keepCookies, keepDeviceCookie, readCookie, signedInCookie, tokenCookie } from './cookies.ts'
import { type ReceivedUpload, receiveUpload } from './multipart.ts'
import { crossSite, foreignRequest } from './origin.ts'
import type { Replies } from './reply.ts'
import type { Trusts } from './trustedProxies.ts'

export interface CallEdge {
  handlers: Handlers
  /** Whose token this is; undefined when it opens nothing. */
  authenticate(token: string): SignedInUser | undefined
  replies: Replies
  bodies: BodyBudget
  /** The folder that files are received in. */
  incoming: string
  /** Throws while no more files may come in. */
  admitUpload(): Promise<void>
  /** Of SITE_URL; asked per request, since the port may be known only once it is open. */
  siteOrigin(): string
  /** Whether cookies are for https alone. */
  https: boolean
  trusts: Trusts
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
  let caller: Calling | undefined
  try {
    if (row.changes && crossSite(req, { siteOrigin: edge.siteOrigin(), scheme: requestScheme(req, edge.trusts) })) {
      throw foreignRequest()
    }
    const calling = (caller = callerOf(edge, req))
    admit(row, req, calling)
    if (row.upload !== undefined) await edge.admitUpload()
    const data = await (row.upload === undefined
      ? handle(readFields(row.input, await readJson(req, res, { limit: bodyLimit(row), budget: edge.bodies })), calling)
      : withUpload(await receiveUpload(req, res, row.upload, edge.incoming), async ({ fields, file, variants }) => {
          const input = readFields(row.input, fields)
          // They went to the disk as they came, and each is read again in one piece.
          await edge.bodies.handle(res, [file, ...variants].reduce((sum, { size }) => sum + size, 0))
          return handle({ ...input, file, variants }, calling)
        }))
    edge.replies.send(res, 200, { code: row.code ?? 200, msg: row.done ?? '成功', data: data ?? null }, calling.cookies)
  } catch (error) {
    edge.replies.fail(res, error, caller?.cookies)
  }
}

async function withUpload(received: ReceivedUpload, use: (received: ReceivedUpload) => unknown): Promise<unknown> {
  try {
    return await use(received)
  } finally {
    await received.discard()
  }
}

/** Throws for whoever may not make this call. */
function admit({ who }: Call, req: IncomingMessage, caller: Calling): void {
  if (who === 'everyone') return
  if (caller.signedIn === undefined) {
    const believesSignedIn = caller.token !== undefined || readCookie(req.headers.cookie, signedInCookie) !== undefined
    if (believesSignedIn) caller.dropToken()
    throw new Failure(401, '请先登录')
  }
  if (who !== 'staff' && !caller.signedIn.user.auth.includes(who.permission)) throw new Failure(403, '没有权限')
}

interface Calling extends Caller {
  /** What the reply has to set, as flat headers. */
  cookies: string[] | undefined
}

function callerOf(edge: CallEdge, req: IncomingMessage): Calling {
  const token = sentToken(req)
  const setCookies = (values: string[]): void => void (caller.cookies = [...(caller.cookies ?? []), ...values.flatMap((value) => ['Set-Cookie', value])])
  const caller: Calling = {
    // Asked now: once the client has gone, its socket no longer knows.
    address: clientAddress(req, edge.trusts),
    token,
    signedIn: token === undefined ? undefined : edge.authenticate(token),
    cookies: undefined,
    keepToken: (kept, lifetimeSeconds) => setCookies(keepCookies(kept, { https: edge.https, lifetimeSeconds })),
    dropToken: () => setCookies(dropCookies(edge.https)),
    device: (userId) => readCookie(req.headers.cookie, deviceCookie(userId)),
    keepDevice: (userId, cookie) => setCookies([keepDeviceCookie(userId, cookie, edge.https)]),
  }
  return caller
}

/** Programs name their token in a header of its own; browsers send the cookie. */
function sentToken(req: IncomingMessage): string | undefined {
  const header = req.headers['authorization-item']
  const bearer = typeof header === 'string' ? /^Bearer +(\S+)$/i.exec(header.trim())?.[1] : undefined
  return bearer ?? (readCookie(req.headers.cookie, tokenCookie) || undefined)
}
