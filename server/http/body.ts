import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Body } from '../../contract/fields.ts'
import { Failure } from '../failure.ts'
import type { BodyBudget } from './bodyBudget.ts'
import { ClientGone } from './clientGone.ts'

interface Bounds {
  /** In bytes. */
  limit: number
  budget: BodyBudget
}

/** A body up to this size neither waits nor counts: there is no more of it than of a request's headers. */
const small = 16 * 1024

interface Format {
  type: RegExp
  /** The message for any other type. */
  otherwise: string
  parse(bytes: Buffer): Body
}

const json: Format = {
  type: /^application\/json\s*(?:;\s*(?:charset\s*=\s*"?utf-?8"?)?)?$/i,
  otherwise: '请求内容应为JSON（Content-Type: application/json）',
  parse: parsedJson,
}

/** As browsers send a form without a script. */
const form: Format = {
  type: /^application\/x-www-form-urlencoded\s*(?:;\s*(?:charset\s*=\s*"?utf-?8"?)?)?$/i,
  otherwise: '请求内容应为表单（Content-Type: application/x-www-form-urlencoded）',
  // Of a field that is there twice the last counts, as in JSON.
  parse: (bytes) => Object.fromEntries(new URLSearchParams(bytes.toString())),
}

type Read = (req: IncomingMessage, res: ServerResponse, bounds: Bounds) => Promise<Body>
export const readJson: Read = (req, res, bounds) => readBody(req, res, bounds, json)
export const readForm: Read = (req, res, bounds) => readBody(req, res, bounds, form)

/** The fields of a body. One that is entirely empty is {}, whatever its type is said to be. */
async function readBody(req: IncomingMessage, res: ServerResponse, { limit, budget }: Bounds, { type, otherwise, parse }: Format): Promise<Body> {
  if (hasNoBody(req)) return {}
  const refusal = type.test(req.headers['content-type'] ?? '') ? rejection(req, limit) : new Failure(415, otherwise)
  // A chunked body may still turn out to be empty, so it is refused at its first byte.
  if (refusal !== undefined && req.headers['transfer-encoding'] === undefined) throw refusal
  const expected = Number(req.headers['content-length'] ?? limit)
  if (expected > small) await budget.receive(res, expected)
  const bytes = await receive(req, res, { limit, budget, expected, refusal })
  if (bytes.length > small) await budget.handle(res, bytes.length)
  if (bytes.length === 0) return {}
  if (!isUtf8(bytes)) throw new Failure(400, '请求内容不是有效的UTF-8文字')
  return parse(bytes)
}

interface Receiving extends Bounds {
  /** By its length, or else by the limit. */
  expected: number
  refusal: Failure | undefined
}

function receive(req: IncomingMessage, res: ServerResponse, { limit, budget, expected, refusal }: Receiving): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0)
    let length = 0
    const refuse = (failure: Failure): void => {
      budget.release(req)
      req.off('data', keep)
      bytes = Buffer.alloc(0)
      reject(failure)
    }
    const keep = (chunk: Buffer): void => {
      const before = length
      length += chunk.length
      if (refusal !== undefined || length > limit) return refuse(refusal ?? tooLarge(limit))
      // One piece is nearly always all of it. Many are joined as they come: each on its own would cost some 200 bytes more.
      if (before === 0) bytes = chunk
      else {
        if (length > bytes.length) bytes = Buffer.concat([bytes.subarray(0, before)], expected > small ? expected : Math.max(length, 2 * bytes.length))
        chunk.copy(bytes, before)
      }
      if (limit <= small && length < expected) budget.hold(req, chunk.length, refuse)
    }
    req.on('data', keep)
    req.on('end', () => {
      budget.release(req)
      resolve(bytes.subarray(0, length))
    })
    req.on('close', () => {
      budget.release(req)
      if (!req.readableEnded) reject(new ClientGone())
    })
    askForBody(req, res)
  })
}

export const hasNoBody = (req: IncomingMessage): boolean => {
  const { 'content-length': length, 'transfer-encoding': coding } = req.headers
  return coding === undefined && (length === undefined || Number(length) === 0)
}

/** We take no compressed bodies: nobody sends them, and a small one may hide a huge one. */
export const encodingRefused = (req: IncomingMessage): Failure | undefined =>
  /^(?:identity)?$/i.test(req.headers['content-encoding'] ?? '') ? undefined : new Failure(415, '不支持压缩的请求内容')

/** Says "go on" to a sender who asked first; only who really wants the body calls it. */
export function askForBody(req: IncomingMessage, res: ServerResponse): void {
  if (req.headers.expect !== undefined && /^100-continue$/i.test(req.headers.expect)) res.writeContinue()
}

const tooLarge = (limit: number): Failure => new Failure(413, `请求内容过大，不能超过${limit < 1_048_576 ? `${limit / 1024}KB` : `${limit / 1_048_576}MB`}`)

function rejection(req: IncomingMessage, limit: number): Failure | undefined {
  return encodingRefused(req) ?? (Number(req.headers['content-length'] ?? 0) > limit ? tooLarge(limit) : undefined)
}

/** JSON.parse makes something of each, and of two million brackets it takes a third of a second. No call has use for a thousandth. */
const mostValues = 10_000

function hasManyValues(bytes: Buffer): boolean {
  let values = 0
  let inText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === 0x5c /* \ */) at++
    else if (byte === 0x22 /* " */) inText = !inText
    else if (!inText && (byte === 0x5b /* [ */ || byte === 0x7b /* { */ || byte === 0x2c /* , */) && ++values > mostValues) return true
  }
  return false
}

/** Some editors write it before their text; JSON.parse takes none. */
const byteOrderMark = '\uFEFF'

function parsedJson(bytes: Buffer): Body {
  if (hasManyValues(bytes)) throw new Failure(400, '请求内容过于复杂')
  const text = bytes.toString()
  let value: unknown
  try {
    value = JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text)
  } catch (cause) {
    throw new Failure(400, '请求内容不是有效的JSON', { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Failure(400, '请求内容应为JSON对象')
  return value as Body
}
