import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CallName, calls } from '../../contract/calls/calls.ts'
import { bodyLimit, type Call, type Download, inputFields } from '../../contract/calls/callRow.ts'
import { type Body, parseFields } from '../../contract/calls/fields.ts'
import {
  type Admission,
  type Caller,
  type Handlers,
  may,
  type NotesIn,
  requirePermission,
  type SignedInUser,
} from '../call.ts'
import { Failure } from '../failure.ts'
import { openBytes, readJson } from './body.ts'
import type { BodyBudget } from './bodyBudget.ts'
import type { MadeCall } from './callActivity.ts'
import {
  deviceCookie,
  dropCookies,
  keepCookies,
  keepDeviceCookie,
  readCookie,
  signedInCookie,
  tokenCookie,
} from './cookies.ts'
import { type Receiving, receiveUpload } from './multipart.ts'
import { refuseCrossSite } from './origin.ts'
import { keepRevision, type Revisions } from './readYourWrites.ts'
import type { Replies } from './reply.ts'
import { clientAddress, requestSearch, type Serve } from './request.ts'
import type { Trusts } from './trustedProxies.ts'

interface CallEdge {
  handlers: Handlers
  /** What a call edits, as it is stored. */
  storedFields(edits: NonNullable<Call['edits']>, input: Body): Body | undefined
  /** The session and user of the token; undefined when it is invalid. */
  authenticate(token: string): SignedInUser | undefined
  replies: Replies
  bodies: BodyBudget
  /** The folder for files while they are received. */
  incoming: string
  /** Throws while no uploads are accepted, or no more of this visitor. */
  admitUpload(row: Call, caller: Caller, bytes: number): Promise<Admission | undefined>
  /** The origin of SITE_URL. A function, since the port may be known only once it is open. */
  siteOrigin(): string
  /** Given where several servers share a database. */
  revisions?: Revisions | undefined
  /** Whether cookies get the Secure attribute. */
  https: boolean
  trusts: Trusts
  notesIn: NotesIn
  /** Called with every call of a row that is logged, before its reply. */
  logActivity(made: MadeCall): Promise<void>
}

interface Endpoint {
  row: Call
  handle(input: object, caller: Caller): unknown
}

/** Unknown paths under these are unknown calls, not pages. */
const callFolders = ['/v1/', '/item/', '/service-basics-item/', '/allianceRest/']

/**
 * Handles the calls of the contract. Returns true when the path is a call's, and replies to it then. Checks everything that it can before
 * the body is read.
 */
export function createCallDispatch(edge: CallEdge): Serve {
  const endpoints = new Map<string, { readonly [method: string]: Endpoint }>()
  for (const name of Object.keys(calls) as CallName[]) {
    // The type of Handlers guarantees that each row gets its own handler.
    const { path, method } = calls[name]
    const endpoint = { row: calls[name], handle: edge.handlers[name] as Endpoint['handle'] }
    endpoints.set(path, { ...endpoints.get(path), [method]: endpoint })
  }

  return (req, res, pathname) => {
    const methods = endpoints.get(pathname)
    const endpoint = methods?.[req.method ?? '']
    if (methods === undefined) {
      if (!callFolders.some((folder) => pathname.startsWith(folder))) return false
      edge.replies.send(res, 404, { code: 404, msg: '没有这个接口', data: null })
    } else if (endpoint === undefined) {
      const allowed = Object.keys(methods).join(', ')
      edge.replies.refuseMethod(res, allowed)
    } else {
      void replyTo(edge, endpoint, req, res)
    }
    return true
  }
}

async function replyTo(edge: CallEdge, endpoint: Endpoint, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { row } = endpoint
  let caller: RequestCaller | undefined
  let input: MadeCall['input']
  let file: Download | undefined
  let admission: Admission | undefined
  const logActivity = async (outcome: Pick<MadeCall, 'data' | 'error'>): Promise<void> =>
    (row.log ?? row.logAs) && caller ? edge.logActivity({ row, caller, input, ...outcome }) : undefined
  const handle: Endpoint['handle'] = (fields, by) => {
    input = fields as MadeCall['input']
    return endpoint.handle(fields, by)
  }
  try {
    // A page of another site changes nothing, and opens no address that is for staff only: its reply would cost, or be saved for somebody.
    const isOpened = row.method === 'GET' && row.who !== 'everyone'
    if (row.changes || isOpened) refuseCrossSite(req, edge, isOpened)
    const current = (caller = callerOf(edge, req))
    authorize(row, req, current)
    if (row.upload || row.bytes || row.storesFiles)
      admission = await edge.admitUpload(row, current, Number(req.headers['content-length'] ?? Infinity))
    const memory = edge.bodies(current.signedIn?.user.id)
    const reading = { memory, incoming: edge.incoming, signal: admission?.signal }
    const data = await run(edge, { row, handle }, req, res, current, reading).finally(memory.release)
    if (row.download) file = data as Download
    await logActivity({ data })
    if (file) return await edge.replies.download(res, file)
    const isKnown = current.signedIn !== undefined || current.cookies !== undefined
    if (edge.revisions && row.changes && isKnown) current.setCookies([keepRevision(edge.revisions, edge.https)])
    const pictures = row.who === 'everyone' && !row.changes ? edge.notesIn(data) : undefined
    const reply = {
      code: row.code ?? 200,
      msg: row.done ?? '成功',
      data: data ?? null,
      ...(pictures && { pictures }),
    }
    edge.replies.send(res, 200, reply, current.cookies)
  } catch (error) {
    await logActivity({ error })
    edge.replies.fail(res, error, caller?.cookies)
  } finally {
    file?.close?.()
    admission?.end()
  }
}

/** Reads the body as the call's row says, and calls the handler. */
async function run(
  { storedFields }: CallEdge,
  { row, handle }: Endpoint,
  req: IncomingMessage,
  res: ServerResponse,
  caller: Caller,
  reading: Receiving,
): Promise<unknown> {
  const rules = inputFields(row, may(caller, 'record:edit'))
  if (row.bytes || row.download) {
    const fields = parseFields(rules, Object.fromEntries(new URLSearchParams(requestSearch(req.url))))
    return handle(row.bytes ? { ...fields, body: openBytes(req, res, row.bytes) } : fields, caller)
  }
  if (!row.upload) {
    const body = await readJson(req, res, { limit: bodyLimit(row), memory: reading.memory })
    const input = parseFields(rules, body, row.edits && storedFields(row.edits, body))
    const permission = row.alsoNeeds?.(input)
    if (permission !== undefined) requirePermission(permission, caller)
    return handle(input, caller)
  }
  const {
    fields,
    files: [file],
    variants,
    discard,
  } = await receiveUpload(req, res, row.upload, reading)
  try {
    if (!file) throw new Error('an upload came without its file')
    const input = parseFields(rules, fields)
    // The files are on disk, and each will be read completely into memory.
    await reading.memory.handle([file, ...variants].reduce((sum, { size }) => sum + size, 0))
    return await handle({ ...input, file, variants }, caller)
  } finally {
    await discard()
  }
}

/** Throws when the caller may not make this call. */
function authorize({ who }: Call, req: IncomingMessage, caller: RequestCaller): void {
  if (who === 'everyone') return
  if (caller.signedIn === undefined) {
    const hasStaleLogin = caller.token !== undefined || readCookie(req.headers.cookie, signedInCookie) !== undefined
    if (hasStaleLogin) caller.dropToken()
    throw new Failure(401, '请先登录')
  }
  if (who !== 'staff') requirePermission(who, caller)
}

interface RequestCaller extends Caller {
  /** Set-Cookie headers for the reply. */
  cookies: string[] | undefined
  setCookies(values: string[]): void
}

function callerOf(edge: CallEdge, req: IncomingMessage): RequestCaller {
  const token = sentToken(req)
  const setCookies = (values: string[]): void => {
    caller.cookies = [...(caller.cookies ?? []), ...values.flatMap((value) => ['Set-Cookie', value])]
  }
  const caller: RequestCaller = {
    // Read the address now: it is unknown once the client has disconnected.
    address: clientAddress(req, edge.trusts),
    isGone: () => req.socket.destroyed,
    userAgent: req.headers['user-agent'],
    token,
    signedIn: token === undefined ? undefined : edge.authenticate(token),
    cookies: undefined,
    setCookies,
    keepToken: (value, lifetimeSeconds) => setCookies(keepCookies(value, { https: edge.https, lifetimeSeconds })),
    dropToken: () => setCookies(dropCookies(edge.https)),
    device: (userId) => readCookie(req.headers.cookie, deviceCookie(userId)),
    keepDevice: (userId, cookie) => setCookies([keepDeviceCookie(userId, cookie, edge.https)]),
  }
  return caller
}

/** Programs send their token in a header of its own, browsers in the cookie. */
export function sentToken(req: IncomingMessage): string | undefined {
  const header = req.headers['authorization-item']
  const bearer = typeof header === 'string' ? /^Bearer +(\S+)$/i.exec(header.trim())?.[1] : undefined
  return bearer ?? (readCookie(req.headers.cookie, tokenCookie) || undefined)
}
