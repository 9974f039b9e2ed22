import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, Server, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { canonicalAddress } from '../networks.ts'
import type { Served } from './accessLog.ts'
import type { FlatHeaders } from './headers.ts'
import { createRefusals } from './refusals.ts'
import type { Replies } from './reply.ts'
import { requestPath } from './requestPath.ts'
import { createTurns, type Turns } from './turns.ts'

export type Handle = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>

export interface Times {
  /** For the headers of a request to be whole. */
  headersMs: number
  /** For all of a request to be whole. */
  requestMs: number
  /** How often that is looked at. */
  checkMs: number
  /** For the next request to come; longer than a proxy in front waits, so that it is the proxy who closes. */
  keepAliveMs: number
  /** For a reader to read something. */
  idleMs: number
  /** For requests in flight when the server stops. */
  stopMs: number
  /** For requests that had been sent by then and are still on their way. */
  arrivalMs: number
}

const usualTimes: Times = { headersMs: 20_000, requestMs: 55_000, checkMs: 1_000, keepAliveMs: 65_000, idleMs: 60_000, stopMs: 10_000, arrivalMs: 100 }

export interface ListenOptions {
  host: string
  port: number
  handle: Handle
  security: FlatHeaders
  replies: Replies
  log: Log
  served?: ((served: Served) => void) | undefined
  /** Given when the log is to say where requests come from. */
  addressOf?: ((req: IncomingMessage) => string) | undefined
  times?: Partial<Times>
  /** Each costs some 10 KB, and 25 KB in the middle of a request's headers. */
  mostConnections?: number
}

export interface Listening {
  port: number
  /** Takes no more requests, finishes those in flight, then closes everything. */
  stop(): Promise<void>
}

/** What is known of one connection. */
interface Connection {
  turns: Turns
  /** The response to the request being answered. */
  res: ServerResponse | undefined
  /** Written up to the last answer. */
  bytes: number
  /** What had been read when it was last looked at, and for how many looks nothing has been since. */
  read: number
  quiet: number
  /** The status that its sender was given up with. */
  refused: number | undefined
}

export async function listen(options: ListenOptions): Promise<Listening> {
  const { handle, replies, served, addressOf, mostConnections = 8_000 } = options
  const times = { ...usualTimes, ...options.times }
  const refusals = createRefusals(options.security)
  const connections = new Map<Socket, Connection>()
  const turnsOf = createTurns()
  let stopping = false

  const server = createServer({
    headersTimeout: times.headersMs,
    requestTimeout: times.requestMs,
    connectionsCheckingInterval: times.checkMs,
    // Checked below: node's own would set a timer anew for every request.
    keepAliveTimeout: 0,
    maxHeaderSize: 16 * 1024,
    // Refused below, with our headers.
    requireHostHeader: false,
  })

  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket)
    if (known !== undefined) return known
    const connection: Connection = { turns: turnsOf(socket), res: undefined, bytes: 0, read: 0, quiet: 0, refused: undefined }
    connections.set(socket, connection)
    socket.once('close', () => connections.delete(socket))
    return connection
  }

  /** A new connection is served though the most there may be are open: the oldest without a request gives way, or else the oldest. */
  const makeWay = (newest: Socket): void => {
    let oldest: Socket | undefined
    for (const [socket, { res }] of connections) {
      if (socket.destroyed || socket === newest) continue
      if (res === undefined) return void socket.destroy()
      oldest ??= socket
    }
    oldest?.destroy()
  }

  const answerBy = (handler: Handle) => (req: IncomingMessage, res: ServerResponse): void => {
    const connection = connectionOf(req.socket)
    connection.turns.request(() => answer(handler, connection, req, res))
  }

  const answer = (handler: Handle, connection: Connection, req: IncomingMessage, res: ServerResponse): void => {
    const started = served === undefined ? 0 : performance.now()
    // Asked now: once the client has gone, its socket no longer knows.
    const address = addressOf?.(req)
    connection.res = res
    if (stopping) res.shouldKeepAlive = false
    res.on('close', () => {
      connection.res = undefined
      if (served !== undefined) note(req, res, connection, started, address)
      if (stopping) req.socket.destroySoon()
      else connection.turns.over()
    })
    try {
      handler(req, res)?.catch((error: unknown) => replies.fail(res, error))
    } catch (error) {
      replies.fail(res, error)
    }
  }

  const note = (req: IncomingMessage, res: ServerResponse, connection: Connection, started: number, address: string | undefined): void => {
    const before = connection.bytes
    connection.bytes = req.socket.bytesWritten
    const status = res.headersSent ? res.statusCode : (connection.refused ?? 499)
    served?.({ at: Date.now(), address, method: req.method ?? '-', path: requestPath(req.url), status, ms: performance.now() - started, bytes: connection.bytes - before })
  }

  const onRequest = answerBy((req, res) => {
    const problem = hostProblem(req)
    return problem === undefined ? handle(req, res) : replies.send(res, 400, { code: 400, msg: problem, data: null })
  })
  server.on('connection', (socket) => {
    connectionOf(socket)
    if (connections.size > mostConnections) makeWay(socket)
  })
  server.on('request', onRequest)
  // Whoever wants the body asks for it; a refusal goes out without.
  server.on('checkContinue', onRequest)
  server.on('checkExpectation', answerBy((_req, res) => replies.send(res, 417, { code: 417, msg: '不支持的Expect', data: null })))

  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket // an http server's streams are sockets
    const connection = connectionOf(socket)
    if (connection.refused !== undefined) return
    // A refusal must not land in the middle of another answer, nor before one that was asked for earlier.
    const { res, turns } = connection
    const finished = res?.writableEnded && turns.waiting() === 0
    if (!socket.writable || (res?.headersSent && !finished)) return void socket.destroy()
    const status = refusals.statusOf(error)
    connection.refused = status
    refusals.send(socket, status)
    const address = addressOf && canonicalAddress(socket.remoteAddress ?? 'unknown')
    if (res === undefined) served?.({ at: Date.now(), address, method: '-', path: '-', status, ms: 0, bytes: socket.bytesWritten - connection.bytes })
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // A timer for every request would cost each of them; only those that last are given one. node closes the connection when it runs out.
  const check = (socket: Socket, connection: Connection): void => {
    if (connection.res !== undefined) return void (socket.timeout || socket.setTimeout(times.idleMs))
    if (socket.timeout) socket.setTimeout(0)
    const { bytesRead } = socket
    connection.quiet = bytesRead === connection.read ? connection.quiet + 1 : 0
    connection.read = bytesRead
    if (connection.quiet * times.checkMs > times.keepAliveMs) socket.destroy()
  }
  const checking = setInterval(() => {
    for (const [socket, connection] of connections) check(socket, connection)
  }, times.checkMs)
  checking.unref()
  server.once('close', () => clearInterval(checking))
  // Out of file handles, say: the ones there are go on being served.
  server.on('error', (error) => options.log('error', 'a connection could not be accepted', error))

  const stop = async (): Promise<void> => {
    stopping = true
    const cut = setTimeout(() => server.closeAllConnections(), times.stopMs)
    for (const { res } of connections.values()) if (res && !res.headersSent) res.shouldKeepAlive = false
    // An http server's own close would also reset the connections without a request, whatever is on its way over them.
    const closed = new Promise<void>((resolve) => void Server.prototype.close.call(server, () => resolve()))
    if (connections.size > 0) await wait(times.arrivalMs).then(() => turn())
    for (const [socket, { res }] of connections) if (res === undefined) socket.destroy()
    await closed
    clearTimeout(cut)
    // A request that was cut learns of it, and is logged, only when its connection is closed.
    await Promise.all(Array.from(connections.keys(), (socket) => new Promise((resolve) => void socket.once('close', resolve))))
  }

  // A TCP server's address is never a string.
  return { port: (server.address() as AddressInfo).port, stop }
}

/** Two hosts are one for us and another for the proxy in front; which of them is meant, nobody can say. */
function hostProblem({ headers, rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? '请求缺少Host' : undefined
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1 ? '请求含有多个Host' : undefined
}
