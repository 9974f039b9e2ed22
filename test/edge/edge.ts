import { connect, type Socket } from 'node:net'
import { request } from 'node:http'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '../../contract/calls/rules.ts'
import type { Served } from '../../server/edge/accessLog.ts'
import { createBodyBudget } from '../../server/edge/bodyBudget.ts'
import { securityHeaders } from '../../server/edge/headers.ts'
import {
  type Handle,
  type HttpServerOptions,
  type RunningHttpServer,
  startHttpServer,
  type Timeouts,
} from '../../server/edge/httpServer.ts'
import { patienceMs } from '../eventually.ts'
import { createReplies, type Replies } from '../../server/edge/reply.ts'

/** The limits of a call for staff. */
export const newBounds = () => ({ limit: limits.jsonBody, memory: createBodyBudget()() })

/** A real HTTP listener with a handler of the test. */
export interface Edge extends RunningHttpServer {
  served: Served[]
  logged: { message: string; cause: unknown }[]
}

export const security = securityHeaders({ https: true, tiles: '' })

export async function startEdge(
  t: TestContext,
  handle: (replies: Replies) => Handle,
  timeouts: Partial<Timeouts> = {},
  more: Partial<HttpServerOptions> = {},
): Promise<Edge> {
  const served: Served[] = []
  const logged: Edge['logged'] = []
  const log = (_level: string, message: string, cause?: unknown): void => void logged.push({ message, cause })
  const replies = createReplies(security, log)
  const options = {
    host: '127.0.0.1',
    port: 0,
    handle: handle(replies),
    security,
    replies,
    log,
    served: (one: Served) => void served.push(one),
    ...more,
  }
  const listening = await startHttpServer({ ...options, timeouts: { checkMs: 20, stopMs: 300, ...timeouts } })
  t.after(() => listening.stop())
  return { ...listening, served, logged }
}

export interface HttpReply {
  status: number
  headers: Record<string, string>
  setCookie: string[]
  body: Buffer
  text: string
  /** The fields of a JSON reply. */
  code: unknown
  msg: string
  data: unknown
}

interface RequestOptions {
  method?: string
  path?: string
  headers?: Record<string, string>
  /** An array is sent chunked. */
  body?: string | Uint8Array | readonly Uint8Array[]
}

export const portOf = ({ url }: { url: string }): number => Number(new URL(url).port)

/** Sends one request with node's client, on a connection of its own. */
export function ask(
  port: number,
  { method = 'POST', path = '/', headers = {}, body }: RequestOptions = {},
): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve(replyOf(response.statusCode ?? 0, response.rawHeaders, Buffer.concat(chunks))))
    })
    if (Array.isArray(body)) for (const part of body) sent.write(part)
    sent.end(Array.isArray(body) ? undefined : body)
  })
}

/** `{"a":"xxx"}` of exactly so many bytes. */
export const sized = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`

export const json = (value: unknown): RequestOptions => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
})

function replyOf(status: number, rawHeaders: readonly string[], body: Buffer): HttpReply {
  const headers: Record<string, string> = {}
  const setCookie: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at]?.toLowerCase(), rawHeaders[at + 1]]
    headers[name] = value
    if (name === 'set-cookie') setCookie.push(value)
  }
  const text = body.toString()
  const reply = /json/.test(headers['content-type'] ?? '') && text !== '' ? JSON.parse(text) : {}
  return { status, headers, setCookie, body, text, code: reply.code, msg: reply.msg, data: reply.data }
}

/** A raw connection to the server, for data that no client library sends. */
export interface Connection {
  socket: Socket
  send(text: string | Uint8Array): void
  /** Resolves to everything received when the server closes the connection. */
  closed(): Promise<string>
  /** Waits until the received text matches, and resolves to it. */
  until(pattern: RegExp): Promise<string>
}

export async function connectTo(t: TestContext, port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  let closed = false
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  socket.on('error', () => {})
  socket.on('end', () => (closed = true))
  socket.on('close', () => (closed = true))
  t.after(() => socket.destroy())
  await new Promise((resolve) => socket.once('connect', resolve))
  const poll = async (done: () => boolean, wanted: string): Promise<string> => {
    for (const end = Date.now() + patienceMs(); !done(); await wait(2)) {
      if (Date.now() > end) throw new Error(`waited for ${wanted}, received: ${received.slice(0, 500)}`)
    }
    return received
  }
  return {
    socket,
    send: (text) => void socket.write(text),
    closed: () => poll(() => closed, 'the server to close'),
    until: (pattern) => poll(() => pattern.test(received), String(pattern)),
  }
}

/** Parses one reply from received text. */
export function parseReply(received: string): HttpReply {
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const raw = lines.flatMap((text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1).trim()])
  return replyOf(Number(line.split(' ')[1]), raw, Buffer.from(body))
}
