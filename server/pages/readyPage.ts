import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { etagMatches } from '../edge/files.ts'
import type { FlatHeaders } from '../edge/headers.ts'
import { countUnread } from '../edge/send.ts'
import { compress, type Encoding, encodingFor } from './encodings.ts'

export type Audience = 'all' | 'phone' | 'desktop' | 'machines'

interface EncodedResponse {
  headers: FlatHeaders
  body: Buffer
}

interface Content {
  status: number
  text: string
  headers: FlatHeaders
  audience: Audience
  /** The address that visits of it are counted by. */
  countedAs: string
  /** It will not be cached. */
  once: boolean
}

/**
 * For nginx (deploy/nginx.conf): stores what it answers with while no server does, and asks about it again each time. Before
 * Cache-Control, or nginx before 1.23.3 stores nothing.
 */
export const keptByProxies: FlatHeaders = ['X-Accel-Expires', '@1']
/** On a full disk: nginx cuts off a reply that it cannot store. Also of files, which its sample stores unasked. */
export const storedByNobody = ['X-Accel-Expires', '0'] as const

/** Whether nothing forbids to store the reply. */
export const mayBeStored = (res: ServerResponse): boolean => !res.hasHeader(storedByNobody[0])

const notStored = (headers: FlatHeaders): FlatHeaders =>
  headers[0] === keptByProxies[0] ? headers.slice(keptByProxies.length) : headers

/** A complete response, headers and bytes, ready to be sent again. */
export class ReadyPage {
  readonly #status: number
  readonly #headers: FlatHeaders
  readonly #etag: string
  readonly #encoded: Partial<Record<Encoding, EncodedResponse>>
  /** The kind of device it is for, where the other kind has a page of its own. */
  readonly audience: Audience
  readonly countedAs: string
  readonly #once: boolean
  /** Estimated memory, for all encodings together. */
  readonly bytes: number

  constructor({ status, text, headers, audience, countedAs, once }: Content) {
    const body = Buffer.from(text)
    // Weak, since all encodings share it.
    this.#etag = `W/"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`
    this.#status = status
    this.#headers = [...headers, 'ETag', this.#etag]
    this.#encoded = { identity: this.#responseOf(body, 'identity') }
    this.audience = audience
    this.countedAs = countedAs
    this.#once = once
    this.bytes = Math.ceil(body.length * 1.5)
  }

  get found(): boolean {
    return this.#status === 200
  }

  /** Whether the request counts as a visit: not by staff, and not in a frame. */
  isVisit({ method, headers }: IncomingMessage): boolean {
    if (this.#status !== 200 || this.audience === 'machines' || method !== 'GET') return false
    return headers['sec-fetch-dest'] !== 'iframe' && !headers.cookie?.includes('item_in=')
  }

  /** Proxies store it only under its own address: there are ever more made-up ones. */
  send(req: IncomingMessage, res: ServerResponse, isOwnAddress = true): void {
    const isKept = isOwnAddress && mayBeStored(res)
    const sent = (headers: FlatHeaders): string[] => (isKept ? headers : notStored(headers)) as string[]
    // A missing page has no version that a browser could have cached.
    if (this.found && etagMatches(req.headers['if-none-match'], this.#etag)) {
      res.writeHead(304, sent(this.#headers)).end()
      return
    }
    const { headers, body } = this.#encode(encodingFor(req.headers['accept-encoding'] as string | undefined))
    res.writeHead(this.#status, sent(headers))
    if (req.method === 'HEAD') return void res.end()
    res.end(body)
    countUnread(res, body.length)
  }

  #encode(encoding: Encoding): EncodedResponse {
    const existing = this.#encoded[encoding]
    if (existing) return existing
    const body = compress(this.#encoded.identity?.body ?? Buffer.alloc(0), encoding, this.#once)
    return (this.#encoded[encoding] = this.#responseOf(body, encoding))
  }

  #responseOf(body: Buffer, encoding: Encoding): EncodedResponse {
    const contentEncoding = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
    return { body, headers: [...this.#headers, ...contentEncoding, 'Content-Length', String(body.length)] }
  }
}
