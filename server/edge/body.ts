import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BytesRule } from '../../contract/calls/callRow.ts'
import type { Body } from '../../contract/calls/fields.ts'
import type { IncomingBytes } from '../call.ts'
import { ClientDisconnected, Failure } from '../failure.ts'
import type { BodyMemory } from './bodyBudget.ts'

interface Bounds {
  /** The largest body, in bytes. */
  limit: number
  memory: BodyMemory
}

/** Bodies up to this size bypass the budget: they need no more memory than the headers of a request. */
const smallBytes = 16 * 1024

interface Format {
  type: RegExp
  /** What a sender of any other content type reads. */
  wrongType: string
  parse(bytes: Buffer): Body
}

const inUtf8 = (type: string): RegExp => new RegExp(`^${type}\\s*(?:;\\s*(?:charset\\s*=\\s*"?utf-?8"?)?)?$`, 'i')

const json: Format = {
  type: inUtf8('application/json'),
  wrongType: '请求内容应为JSON（Content-Type: application/json）',
  parse: parseJson,
}

/** A form that a browser sends without a script. */
const form: Format = {
  type: inUtf8('application/x-www-form-urlencoded'),
  wrongType: '请求内容应为表单（Content-Type: application/x-www-form-urlencoded）',
  // The last of several fields with the same name counts, as in JSON.
  parse: (bytes) => Object.fromEntries(new URLSearchParams(bytes.toString())),
}

type Read = (req: IncomingMessage, res: ServerResponse, bounds: Bounds) => Promise<Body>
export const readJson: Read = (req, res, bounds) => readBody(req, res, bounds, json)
export const readForm: Read = (req, res, bounds) => readBody(req, res, bounds, form)

/** Reads the fields of a body. An empty body is {}, with any content type. */
async function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  bounds: Bounds,
  { type, wrongType, parse }: Format,
): Promise<Body> {
  const { limit, memory } = bounds
  if (hasNoBody(req)) return {}
  const refusal = type.test(req.headers['content-type'] ?? '') ? rejection(req, limit) : new Failure(415, wrongType)
  // A chunked body may turn out to be empty, so it is rejected at its first byte.
  if (refusal !== undefined && req.headers['transfer-encoding'] === undefined) throw refusal
  const expected = Number(req.headers['content-length'] ?? limit)
  const bytes = await receive(req, res, { limit, memory, expected, refusal })
  if (bytes.length > smallBytes) await memory.handle(bytes.length)
  if (bytes.length === 0) return {}
  if (!isUtf8(bytes)) throw new Failure(400, '请求内容不是有效的UTF-8文字')
  return parse(bytes)
}

/** A body of raw bytes, of which nothing is read yet. */
export function openBytes(req: IncomingMessage, res: ServerResponse, { limit, tooLarge }: BytesRule): IncomingBytes {
  const size = Number(req.headers['content-length'] ?? NaN)
  if (Number.isNaN(size)) throw new Failure(411, '请求应说明内容的长度（Content-Length）')
  if (size > limit) throw new Failure(413, tooLarge)
  const refusal = encodingRefusal(req)
  if (refusal !== undefined) throw refusal
  return { size, chunks: chunksOf(req, res) }
}

async function* chunksOf(req: IncomingMessage, res: ServerResponse): AsyncGenerator<Buffer> {
  // After a disconnect before the body is read there will be no close event.
  if (req.destroyed) throw new ClientDisconnected()
  sendContinue(req, res)
  try {
    // Whoever stops reading still gets a response.
    yield* req.iterator({ destroyOnReturn: false })
  } catch {
    throw new ClientDisconnected()
  }
}

interface Receiving extends Bounds {
  /** The size that Content-Length names, or else the limit. */
  expected: number
  refusal: Failure | undefined
}

function receive(
  req: IncomingMessage,
  res: ServerResponse,
  { limit, memory, expected, refusal }: Receiving,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0)
    let length = 0
    const refuse = (failure: Failure): void => {
      memory.arrived()
      req.off('data', onData)
      bytes = Buffer.alloc(0)
      reject(failure)
    }
    memory.drop = refuse
    const onData = (chunk: Buffer): void => {
      const before = length
      length += chunk.length
      if (refusal !== undefined || length > limit) return refuse(refusal ?? tooLarge(limit))
      // Nearly every body is one chunk. Further chunks are copied into one buffer: each alone would cost some 200 bytes more.
      if (before === 0) bytes = chunk
      else {
        const capacity = expected > smallBytes ? expected : Math.max(length, 2 * bytes.length)
        if (length > bytes.length) bytes = Buffer.concat([bytes.subarray(0, before)], capacity)
        chunk.copy(bytes, before)
      }
      if (expected <= smallBytes && length < expected) memory.received(chunk.length)
    }
    req.on('data', onData)
    req.on('end', () => {
      memory.arrived()
      resolve(bytes.subarray(0, length))
    })
    req.on('close', () => {
      memory.arrived()
      if (!req.readableEnded) reject(new ClientDisconnected())
    })
    // For a large one a buffer of that size is made. It may be dropped at once.
    if (expected > smallBytes) memory.received(expected)
    sendContinue(req, res)
  })
}

const hasNoBody = (req: IncomingMessage): boolean => {
  const { 'content-length': length, 'transfer-encoding': coding } = req.headers
  return coding === undefined && (length === undefined || Number(length) === 0)
}

/** Rejects compressed bodies: nobody sends them, and a small one may expand to a huge one. */
export const encodingRefusal = (req: IncomingMessage): Failure | undefined =>
  /^(?:identity)?$/i.test(req.headers['content-encoding'] ?? '') ? undefined : new Failure(415, '不支持压缩的请求内容')

/** Sends 100 Continue to a client that waits for it. Call it only when the body will be read. */
export function sendContinue(req: IncomingMessage, res: ServerResponse): void {
  if (req.headers.expect !== undefined && /^100-continue$/i.test(req.headers.expect)) res.writeContinue()
}

function tooLarge(limit: number): Failure {
  const size = limit < 1_048_576 ? `${limit / 1024}KB` : `${limit / 1_048_576}MB`
  return new Failure(413, `请求内容过大，不能超过${size}`)
}

function rejection(req: IncomingMessage, limit: number): Failure | undefined {
  return encodingRefusal(req) ?? (Number(req.headers['content-length'] ?? 0) > limit ? tooLarge(limit) : undefined)
}

/** JSON.parse takes a third of a second for two million brackets; no call needs a thousandth of that. */
const maxValues = 10_000

const backslash = 0x5c
const quote = 0x22
const bracket = 0x5b
const brace = 0x7b
const comma = 0x2c

function hasTooManyValues(bytes: Buffer): boolean {
  let values = 0
  let inString = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte === backslash) index++
    else if (byte === quote) inString = !inString
    else if (!inString && (byte === bracket || byte === brace || byte === comma)) values++
    if (values > maxValues) return true
  }
  return false
}

/** Some editors put it before their text; JSON.parse rejects it. */
const byteOrderMark = '\uFEFF'

function parseJson(bytes: Buffer): Body {
  if (hasTooManyValues(bytes)) throw new Failure(400, '请求内容过于复杂')
  const text = bytes.toString()
  let value: unknown
  try {
    value = JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text)
  } catch (cause) {
    throw new Failure(400, '请求内容不是有效的JSON', { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Failure(400, '请求内容应为JSON对象')
  return value as Body
}
