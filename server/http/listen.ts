import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, Server, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Served } from './accessLog.ts'
import type { FlatHeaders } from './headers.ts'
import { createRefusals } from './refusals.ts'
import type { Replies } from './reply.ts'
import { requestPath } from './requestPath.ts'

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
  times?: Partial<Times>
}

export interface Listening {
  port: number
  /** Takes no more requests, finishes those in flight, then closes everything. */
  stop(): Promise<void>
}

/** What is known of one connection. */
interface Line {
  /** Of the request that came last. */
  res: ServerResponse | undefined
  /** Requests not yet answered. */
  inFlight: number
  bytes: number
  /** How much had come over it when it was last looked at, and since how many looks nothing has. */
  come: number
  quiet: number
  /** What it was told when its sender was given up. */
  refused: number | undefined
}

export async function listen(options: ListenOptions): Promise<Listening> {
  const { handle, replies, served } = options
  const times = { ...usualTimes, ...options.times }
  const refusals = createRefusals(options.security)
  const lines = new Map<Socket, Line>()
  let stopping = false

  const server = createServer({
    headersTimeout: times.headersMs,
    requestTimeout: times.requestMs,
    connectionsCheckingInterval: times.checkMs,
    // Minded below: node's own would set a timer anew for every request.
    keepAliveTimeout: 0,
    maxHeaderSize: 16 * 1024,
    // Refused below, with our headers.
    requireHostHeader: false,
  })

  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket)
    if (known !== undefined) return known
    const line: Line = { res: undefined, inFlight: 0, bytes: 0, come: 0, quiet: 0, refused: undefined }
    lines.set(socket, line)
    socket.once('close', () => lines.delete(socket))
    return line
  }

  const take = (handler: Handle) => (req: IncomingMessage, res: ServerResponse): void => {
    const line = lineOf(req.socket)
    const started = served === undefined ? 0 : performance.now()
    line.res = res
    line.inFlight++
    if (stopping) res.shouldKeepAlive = false
    res.on('close', () => {
      line.inFlight--
      if (served !== undefined) note(req, res, line, started)
      if (stopping && line.inFlight === 0) req.socket.destroySoon()
    })
    try {
      handler(req, res)?.catch((error: unknown) => replies.fail(res, error))
    } catch (error) {
      replies.fail(res, error)
    }
  }

  const note = (req: IncomingMessage, res: ServerResponse, line: Line, started: number): void => {
    const before = line.bytes
    line.bytes = req.socket.bytesWritten
    const status = res.headersSent ? res.statusCode : (line.refused ?? 499)
    served?.({ at: Date.now(), method: req.method ?? '-', path: requestPath(req.url), status, ms: performance.now() - started, bytes: line.bytes - before })
  }

  const onRequest = take((req, res) => {
    if (req.headers.host === undefined && req.httpVersion === '1.1') {
      return replies.send(res, 400, { code: 400, msg: '请求缺少Host', data: null })
    }
    return handle(req, res)
  })
  server.on('connection', lineOf)
  server.on('request', onRequest)
  // Whoever wants the body asks for it; a refusal goes out without.
  server.on('checkContinue', onRequest)
  server.on('checkExpectation', take((_req, res) => replies.send(res, 417, { code: 417, msg: '不支持的Expect', data: null })))

  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket // an http server's streams are sockets
    const line = lineOf(socket)
    if (line.refused !== undefined) return
    // A refusal must not land in the middle of another answer.
    const begun = line.res !== undefined && line.inFlight > 0 && line.res.headersSent
    const whole = line.res?.writableEnded && line.inFlight === 1
    if (!socket.writable || (begun && !whole)) return void socket.destroy()
    const status = refusals.statusOf(error)
    line.refused = status
    refusals.send(socket, status)
    if (line.inFlight === 0) served?.({ at: Date.now(), method: '-', path: '-', status, ms: 0, bytes: socket.bytesWritten - line.bytes })
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // A timer for every request would cost each of them; only those that last are given one. node cuts the line when it runs out.
  const mind = (socket: Socket, line: Line): void => {
    if (line.inFlight > 0) return void (socket.timeout || socket.setTimeout(times.idleMs))
    if (socket.timeout) socket.setTimeout(0)
    const { bytesRead } = socket
    line.quiet = bytesRead === line.come ? line.quiet + 1 : 0
    line.come = bytesRead
    if (line.quiet * times.checkMs > times.keepAliveMs) socket.destroy()
  }
  const minding = setInterval(() => {
    for (const [socket, line] of lines) mind(socket, line)
  }, times.checkMs)
  minding.unref()
  server.once('close', () => clearInterval(minding))
  // Out of file handles, say: the ones there are go on being served.
  server.on('error', (error) => options.log('error', 'a connection could not be accepted', error))

  const stop = async (): Promise<void> => {
    stopping = true
    const cut = setTimeout(() => server.closeAllConnections(), times.stopMs)
    for (const { res, inFlight } of lines.values()) if (inFlight > 0 && res && !res.headersSent) res.shouldKeepAlive = false
    // An http server's own close would also reset the connections without a request, whatever is on its way over them.
    const closed = new Promise<void>((resolve) => void Server.prototype.close.call(server, () => resolve()))
    if (lines.size > 0) await wait(times.arrivalMs).then(() => turn())
    for (const [socket, { inFlight }] of lines) if (inFlight === 0) socket.destroy()
    await closed
    clearTimeout(cut)
    // A request that was cut learns of it, and is logged, only when its line is down.
    await Promise.all(Array.from(lines.keys(), (socket) => new Promise((resolve) => void socket.once('close', resolve))))
  }

  // A TCP server's address is never a string.
  return { port: (server.address() as AddressInfo).port, stop }
}
