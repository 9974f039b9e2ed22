import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, Server, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../system/log.ts'
import { ForOperator } from '../system/systemErrors.ts'
import { canonicalAddress } from './networks.ts'
import type { Served } from './accessLog.ts'
import type { FlatHeaders } from './headers.ts'
import { createRejections } from './rejections.ts'
import type { Replies } from './reply.ts'
import { requestPath } from './request.ts'
import { createRequestQueues, type RequestQueue } from './requestQueue.ts'

export type Handle = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>

export interface Timeouts {
  /** How long the headers of a request may take. */
  headersMs: number
  /** How long a complete request may take, including the time for which the server does not read its body yet. */
  requestMs: number
  /** The interval at which these two and idle connections are checked. */
  checkMs: number
  /** How long the next request is waited for: longer than a proxy in front waits, so that the proxy closes the connection. */
  keepAliveMs: number
  /** After which a client is disconnected that reads nothing of its response. */
  idleMs: number
  /** How long the requests in progress are waited for when the server stops. */
  stopMs: number
  /** How long requests are waited for that were sent before the server stopped and have not arrived yet. */
  arrivalMs: number
  /** The same on a connection that has had none, from when it was accepted: who connects on a busy machine sends a while later. */
  firstRequestMs: number
}

const defaultTimeouts: Timeouts = {
  headersMs: 20_000,
  requestMs: 105_000,
  checkMs: 1_000,
  keepAliveMs: 65_000,
  idleMs: 60_000,
  stopMs: 10_000,
  arrivalMs: 100,
  firstRequestMs: 5_000,
}

export interface HttpServerOptions {
  host: string
  port: number
  /** The descriptor of a socket that listens already: host and port are ignored. */
  descriptor?: number | undefined
  handle: Handle
  security: FlatHeaders
  replies: Replies
  log: Log
  served?: ((served: Served) => void) | undefined
  /** Given when the access log includes addresses. */
  addressOf?: ((req: IncomingMessage) => string) | undefined
  timeouts?: Partial<Timeouts>
  /** Each costs some 10 KB, and 25 KB while headers are being received. */
  maxConnections?: number
}

export interface RunningHttpServer {
  host: string
  port: number
  /** Accepts no more requests, finishes those in progress, then closes all connections. */
  stop(): Promise<void>
}

interface Connection {
  acceptedAt: number
  requests: RequestQueue
  /** The response to the current request, and when it began. */
  res: ServerResponse | undefined
  startedAt: number
  /** Of the current request's client, if the log includes it: it is unknown once the client has disconnected. */
  address: string | undefined
  /** Bytes written before the current response; 0 until the first one is over. */
  bytesBefore: number
  /** The socket's bytesRead at the last idle check, and the number of checks since it changed. */
  lastBytesRead: number
  idleChecks: number
  /** The status of the rejection that was sent for malformed data. */
  rejectedWith: number | undefined
}

export async function startHttpServer(options: HttpServerOptions): Promise<RunningHttpServer> {
  const server = new HttpServer(options)
  const { address, port } = await server.open()
  return { host: options.descriptor === undefined ? options.host : address, port, stop: () => server.stop() }
}

class HttpServer {
  readonly #options: HttpServerOptions
  readonly #timeouts: Timeouts
  readonly #rejections
  readonly #connections = new Map<Socket, Connection>()
  readonly #queueFor = createRequestQueues()
  readonly #server
  /** How many connections there have been. */
  #opened = 0
  /** When this server stops: what it waits for before it handles what comes. */
  #accepted: Promise<void> | undefined

  constructor(options: HttpServerOptions) {
    this.#options = options
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts }
    this.#rejections = createRejections(options.security)
    this.#server = createServer({
      headersTimeout: this.#timeouts.headersMs,
      requestTimeout: this.#timeouts.requestMs,
      connectionsCheckingInterval: this.#timeouts.checkMs,
      // #checkIdle does this: node would set a timer for every request.
      keepAliveTimeout: 0,
      maxHeaderSize: 16 * 1024,
      // #onRequest does this, with our headers on the reply.
      requireHostHeader: false,
    })
    // Node leaves out headers after the first 2,000: a second Host, for example, or what a proxy has added. Their size is limited.
    this.#server.maxHeadersCount = 0
    const onRequest = (req: IncomingMessage, res: ServerResponse): void => this.#onRequest(req, res)
    this.#server.on('connection', (socket) => this.#onConnection(socket))
    this.#server.on('request', onRequest)
    // The reader of a body sends 100 Continue; a refusal is sent without it.
    this.#server.on('checkContinue', onRequest)
    const onExpectation = refuseWith(options.replies, 417, '不支持的Expect')
    this.#server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) =>
      this.#enqueue(req, res, onExpectation),
    )
    // An http server's streams are sockets.
    this.#server.on('clientError', (error: NodeJS.ErrnoException, stream) =>
      this.#onClientError(error, stream as Socket),
    )
  }

  async open(): Promise<AddressInfo> {
    const { host, port, descriptor } = this.#options
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(descriptor === undefined ? { port, host } : { fd: descriptor }, () => {
        this.#server.off('error', reject)
        resolve()
      })
    })
    const idleTimer = setInterval(() => {
      for (const [socket, connection] of this.#connections) this.#checkIdle(socket, connection)
    }, this.#timeouts.checkMs)
    idleTimer.unref()
    this.#server.once('close', () => clearInterval(idleTimer))
    // For example without file handles: open connections are served as before.
    this.#server.on('error', (error) => this.#options.log('error', 'a connection could not be accepted', error))
    const address = this.#server.address()
    if (typeof address !== 'object' || !address)
      throw new ForOperator('the socket unit must have a TCP port, such as 127.0.0.1:8080')
    return address
  }

  #onConnection(socket: Socket): void {
    this.#connectionOf(socket)
    this.#opened++
    if (this.#connections.size > (this.#options.maxConnections ?? 8_000)) this.#closeOldest(socket)
  }

  #connectionOf(socket: Socket): Connection {
    const known = this.#connections.get(socket)
    if (known !== undefined) return known
    const requests = this.#queueFor(socket)
    const connection: Connection = {
      acceptedAt: performance.now(),
      requests,
      res: undefined,
      startedAt: 0,
      address: undefined,
      bytesBefore: 0,
      lastBytesRead: 0,
      idleChecks: 0,
      rejectedWith: undefined,
    }
    this.#connections.set(socket, connection)
    socket.once('close', () => this.#connections.delete(socket))
    return connection
  }

  /** Closes the oldest connection without a request, or else the oldest, so that the newest can be served. */
  #closeOldest(newest: Socket): void {
    let oldest: Socket | undefined
    for (const [socket, { res }] of this.#connections) {
      if (socket.destroyed || socket === newest) continue
      if (res === undefined) return void socket.destroy()
      oldest ??= socket
    }
    oldest?.destroy()
  }

  #onRequest(req: IncomingMessage, res: ServerResponse): void {
    const problem = hostProblem(req)
    this.#enqueue(
      req,
      res,
      problem === undefined ? this.#options.handle : refuseWith(this.#options.replies, 400, problem),
    )
  }

  #enqueue(req: IncomingMessage, res: ServerResponse, handle: Handle): void {
    const connection = this.#connectionOf(req.socket)
    connection.requests.run(() => this.#begin(connection, req, res, handle))
  }

  #begin(connection: Connection, req: IncomingMessage, res: ServerResponse, handle: Handle): void {
    const { served, addressOf, replies } = this.#options
    // Its address is unknown once the client has disconnected.
    connection.startedAt = performance.now()
    connection.address = addressOf?.(req)
    connection.res = res
    if (this.#accepted) res.shouldKeepAlive = false
    res.on('close', () => {
      connection.res = undefined
      const seen = servedOf(connection, req, res)
      served?.(seen)
      if (this.#accepted) req.socket.destroySoon()
      else connection.requests.done()
    })
    try {
      const handled = this.#accepted ? this.#accepted.then(() => handle(req, res)) : handle(req, res)
      handled?.catch((error: unknown) => replies.fail(res, error))
    } catch (error) {
      replies.fail(res, error)
    }
  }

  #onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection = this.#connectionOf(socket)
    if (connection.rejectedWith !== undefined) return
    // The rejection must not be written into another response, nor before the response to an earlier request.
    const { res, requests } = connection
    const isAnswered = res?.writableEnded && requests.waiting() === 0
    if (!socket.writable || (res?.headersSent && !isAnswered)) return void socket.destroy()
    const status = this.#rejections.statusOf(error)
    connection.rejectedWith = status
    this.#rejections.send(socket, status)
    if (res !== undefined) return
    const { addressOf, served } = this.#options
    const address = addressOf && canonicalAddress(socket.remoteAddress ?? 'unknown')
    served?.({
      time: Date.now(),
      address,
      method: '-',
      path: '-',
      status,
      ms: 0,
      bytes: socket.bytesWritten - connection.bytesBefore,
    })
  }

  /** Sets a timeout, after which node closes the socket, only on requests that last: one for every request would slow down each. */
  #checkIdle(socket: Socket, connection: Connection): void {
    if (connection.res !== undefined) {
      if (!socket.timeout) socket.setTimeout(this.#timeouts.idleMs)
      return
    }
    if (socket.timeout) socket.setTimeout(0)
    const { bytesRead } = socket
    connection.idleChecks = bytesRead === connection.lastBytesRead ? connection.idleChecks + 1 : 0
    connection.lastBytesRead = bytesRead
    if (connection.idleChecks * this.#timeouts.checkMs > this.#timeouts.keepAliveMs) socket.destroy()
  }

  /** How long the first request of a connection is still waited for. */
  #waitForFirst({ acceptedAt }: Connection): number {
    return acceptedAt + this.#timeouts.firstRequestMs - performance.now()
  }

  /** What waits to be accepted would be reset by the close. Each turn accepts one, and node lets at most 511 wait. */
  async #acceptWaiting(): Promise<void> {
    for (let turn = 0; turn <= 511; turn++) {
      const before = this.#opened
      // Who has slept is not interrupted at once: on a busy machine others connect between the last accept and the close.
      await delay(1)
      await nextTurn()
      if (this.#opened === before) return
    }
  }

  async stop(): Promise<void> {
    this.#accepted = this.#acceptWaiting()
    const cut = setTimeout(() => this.#server.closeAllConnections(), this.#timeouts.stopMs)
    const firstWaits: NodeJS.Timeout[] = []
    for (const { res } of this.#connections.values()) if (res && !res.headersSent) res.shouldKeepAlive = false
    await this.#accepted
    // The http server's own close would also reset connections without a request, and requests that are on their way over them.
    const closed = new Promise<void>((resolve) => void Server.prototype.close.call(this.#server, () => resolve()))
    if (this.#connections.size > 0) await delay(this.#timeouts.arrivalMs).then(() => nextTurn())
    for (const [socket, connection] of this.#connections) {
      if (connection.res !== undefined) continue
      const wait = connection.bytesBefore > 0 ? 0 : this.#waitForFirst(connection)
      if (wait <= 0) socket.destroy()
      else firstWaits.push(setTimeout(() => connection.res ?? socket.destroy(), wait))
    }
    await closed
    for (const timer of firstWaits) clearTimeout(timer)
    clearTimeout(cut)
    // It has closed: this ends its own timer.
    this.#server.close()
    // A request that was cut off is logged when its connection has closed.
    await Promise.all(
      Array.from(this.#connections.keys(), (socket) => new Promise((resolve) => void socket.once('close', resolve))),
    )
  }
}

/** What the log says about a request that is over. */
function servedOf(connection: Connection, { method = '-', url, socket }: IncomingMessage, res: ServerResponse): Served {
  const { startedAt, address, bytesBefore, rejectedWith = 499 } = connection
  connection.bytesBefore = socket.bytesWritten
  const status = res.headersSent ? res.statusCode : rejectedWith
  const bytes = connection.bytesBefore - bytesBefore
  return { time: Date.now(), address, method, path: requestPath(url), status, ms: performance.now() - startedAt, bytes }
}

const refuseWith =
  (replies: Replies, code: number, msg: string): Handle =>
  (_req, res) =>
    replies.send(res, code, { code, msg, data: null })

/** Rejects several Host headers: a proxy in front may use another one of them than this server. */
function hostProblem({ headers, rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? '请求缺少Host' : undefined
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1 ? '请求含有多个Host' : undefined
}
