import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Body } from '../../contract/fields.ts'
import { limits } from '../../contract/rules.ts'
import { Failure } from '../failure.ts'
import { ClientGone } from './clientGone.ts'

const jsonType = /^application\/json\s*(?:;\s*(?:charset\s*=\s*"?utf-?8"?)?)?$/i

/** The fields of a JSON body. One that is entirely empty is {}, whatever its type is said to be. */
export function readJson(req: IncomingMessage, res: ServerResponse, limit: number = limits.jsonBody): Promise<Body> {
  if (hasNoBody(req)) return Promise.resolve({})
  const refusal = refused(req, limit)
  // A chunked body may still turn out to be empty, so it is refused at its first byte.
  if (refusal !== undefined && req.headers['transfer-encoding'] === undefined) return Promise.reject(refusal)

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const take = (chunk: Buffer): void => {
      length += chunk.length
      if (refusal === undefined && length <= limit) return void chunks.push(chunk)
      req.off('data', take)
      chunks.length = 0
      reject(refusal ?? tooLarge())
    }
    req.on('data', take)
    req.on('end', () => {
      try {
        resolve(parsed(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
      } catch (error) {
        reject(error)
      }
    })
    req.on('close', () => {
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

const tooLarge = (): Failure => new Failure(413, '请求内容过大，不能超过2MB')

function refused(req: IncomingMessage, limit: number): Failure | undefined {
  if (!jsonType.test(req.headers['content-type'] ?? '')) return new Failure(415, '请求内容应为JSON（Content-Type: application/json）')
  return encodingRefused(req) ?? (Number(req.headers['content-length'] ?? 0) > limit ? tooLarge() : undefined)
}

/** Some editors write it before their text; JSON.parse takes none. */
const byteOrderMark = '\uFEFF'

function parsed(bytes: Buffer): Body {
  if (bytes.length === 0) return {}
  if (!isUtf8(bytes)) throw new Failure(400, '请求内容不是有效的UTF-8文字')
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
