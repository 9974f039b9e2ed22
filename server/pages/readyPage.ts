import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { matches } from '../http/files.ts'
import type { FlatHeaders } from '../http/headers.ts'
import { countUnread } from '../http/unread.ts'
import { compress, type Encoding, encodingFor } from './encodings.ts'

export type Audience = 'all' | 'phone' | 'desktop' | 'machines'

interface Ready {
  headers: FlatHeaders
  body: Buffer
}

/** A reply as it goes out, byte for byte and header for header: to send it again costs a lookup. */
export class ReadyPage {
  readonly #status: number
  readonly #headers: FlatHeaders
  readonly #etag: string
  readonly #ready: Partial<Record<Encoding, Ready>>
  /** Whom it is made for, where the other sort of device has a page of its own. */
  readonly audience: Audience
  /** What it may come to weigh in memory, in all its encodings. */
  readonly weight: number

  constructor(status: number, text: string, headers: FlatHeaders, audience: Audience = 'all') {
    const body = Buffer.from(text)
    // Weak, since every encoding bears it.
    this.#etag = `W/"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`
    this.#status = status
    this.#headers = [...headers, 'ETag', this.#etag]
    this.#ready = { identity: this.#reply(body, 'identity') }
    this.audience = audience
    this.weight = Math.ceil(body.length * 1.5)
  }

  get found(): boolean {
    return this.#status === 200
  }

  /** Whether it has been opened as a page of its own: by no staff, in no frame within another page. */
  opened({ method, headers }: IncomingMessage): boolean {
    if (this.#status !== 200 || this.audience === 'machines' || method !== 'GET') return false
    return headers['sec-fetch-dest'] !== 'iframe' && !headers.cookie?.includes('item_in=')
  }

  send(req: IncomingMessage, res: ServerResponse): void {
    // What is missing has no version that a browser could have.
    if (this.found && matches(req.headers['if-none-match'], this.#etag)) {
      res.writeHead(304, this.#headers as string[]).end()
      return
    }
    const { headers, body } = this.#in(encodingFor(req.headers['accept-encoding'] as string | undefined))
    res.writeHead(this.#status, headers as string[])
    if (req.method === 'HEAD') return void res.end()
    res.end(body)
    countUnread(res, body.length)
  }

  /** Made at its first sending. */
  #in(encoding: Encoding): Ready {
    const made = this.#ready[encoding]
    if (made) return made
    const body = compress(this.#ready.identity?.body ?? Buffer.alloc(0), encoding)
    return (this.#ready[encoding] = this.#reply(body, encoding))
  }

  #reply(body: Buffer, encoding: Encoding): Ready {
    const coded = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
    return { body, headers: [...this.#headers, ...coded, 'Content-Length', String(body.length)] }
  }
}
