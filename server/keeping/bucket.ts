import { createHash } from 'node:crypto'
import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { unescapeXml } from '../../contract/text/xml.ts'
import type { Bytes } from './readArchive.ts'
import type { OffsiteSettings } from '../config.ts'
import { blocks } from './blocks.ts'
import { BucketFailure, bucketFailure, connectionFailure } from './bucketFailure.ts'
import { signedHeaders } from './signature.ts'

interface StoredObject {
  name: string
  size: number
}

interface Request {
  method?: string
  name?: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Buffer
  maxReply?: number
}

interface Reply {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** No byte for so long is a broken connection. */
const idleMs = 60_000
/** A call takes no longer than this and what its bytes need at the slowest. */
const callMs = 60_000
const slowestBytesPerMs = 32
/** A bucket has no more for one list than half a million names. */
const maxPages = 500
const partBytes = 16 * 1_048_576
const maxTries = 4
/** The status of a call that has had its time: it is not tried again. */
const timedOut = 408
/** The service is busy or out of order; 0 is no whole reply. */
const passing: ReadonlySet<number> = new Set([0, 500, 502, 503, 504])

/** A bucket of an S3 service. It throws a BucketFailure for whatever goes wrong outside. */
export function openBucket(
  settings: Omit<OffsiteSettings, 'passphrase' | 'shared'>,
  /** For all calls together, besides what their bytes need; somebody who waits for a restore may end it himself. */
  { runMs = Infinity, callLimitMs = callMs }: { runMs?: number; callLimitMs?: number } = {},
) {
  const base = bucketAddress(settings)
  let endsAt = performance.now() + runMs

  async function call(request: Request): Promise<Reply> {
    for (let tries = 1; ; tries++) {
      try {
        return await callOnce(request)
      } catch (error) {
        if (tries === maxTries || !(error instanceof BucketFailure) || !passing.has(error.status)) throw error
        await delay(50 * 4 ** tries)
      }
    }
  }

  async function callOnce({
    method = 'GET',
    name = '',
    query,
    headers,
    body = Buffer.alloc(0),
    maxReply,
  }: Request): Promise<Reply> {
    const url = new URL(base + name)
    url.search = new URLSearchParams(query).toString()
    const md5 = body.length > 0 && { 'content-md5': createHash('md5').update(body).digest('base64') }
    const bytesMs = Math.max(body.length, maxReply ?? 0) / slowestBytesPerMs
    endsAt += bytesMs
    const limitMs = Math.min(callLimitMs + bytesMs, endsAt - performance.now())
    if (limitMs <= 0) throw tooSlow()
    const signed = signedHeaders({ method, url, headers: { ...headers, ...md5 }, body }, settings, new Date())
    const { status, ...reply } = await exchange(
      url,
      { method, headers: { ...signed, 'content-length': body.length } },
      body,
      { maxReply, limitMs },
    ).catch((error: unknown) => Promise.reject(connectionFailure(error)))
    if (status < 200 || status > 299) throw bucketFailure(status, reply.body.toString())
    return reply
  }

  return {
    /** Sends an object in parts, of which one is in memory, and compares what the bucket then has. Only a complete object can be seen. */
    async put(name: string, source: Bytes): Promise<void> {
      const begun = await call({ method: 'POST', name, query: { uploads: '' } })
      const uploadId = elementsOf(begun.body, 'UploadId')[0] ?? ''
      try {
        let parts = ''
        let count = 0
        let size = 0
        for await (const { bytes } of blocks(source, partBytes)) {
          const query = { partNumber: String(++count), uploadId }
          const { headers } = await call({ method: 'PUT', name, query, body: bytes })
          parts += `<Part><PartNumber>${count}</PartNumber><ETag>${headers.etag}</ETag></Part>`
          size += bytes.length
        }
        const body = Buffer.from(`<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`)
        const whole = await call({ method: 'POST', name, query: { uploadId }, body })
        // The status was sent before the parts were put together.
        if (whole.body.includes('<Error>')) throw bucketFailure(200, whole.body.toString())
        const { headers } = await call({ method: 'HEAD', name })
        if (
          Number(headers['content-length']) !== size ||
          bare(headers.etag) !== bare(elementsOf(whole.body, 'ETag')[0])
        ) {
          throw new BucketFailure('异地存储里的文件与发送的不同')
        }
      } catch (error) {
        await call({ method: 'DELETE', name, query: { uploadId } }).catch(onlyBucketFailures)
        throw error
      }
    },
    /** An object's bytes, asked for in parts. Refused if it is replaced meanwhile. */
    async *get(name: string): AsyncGenerator<Buffer, void, undefined> {
      const { headers } = await call({ method: 'HEAD', name })
      const size = Number(headers['content-length'])
      for (let start = 0; start < size; start += partBytes) {
        const end = Math.min(start + partBytes, size)
        const range = { range: `bytes=${start}-${end - 1}`, 'if-match': headers.etag ?? '' }
        const { body } = await call({ name, headers: range, maxReply: partBytes })
        if (body.length !== end - start) throw new BucketFailure('异地存储没有回复所要的部分')
        yield body
      }
    },
    /** The objects whose names begin so, in the order of their names, or those after one. */
    async list(prefix: string, after = ''): Promise<StoredObject[]> {
      const objects: StoredObject[] = []
      let marker = after
      for (let pages = 0; pages < maxPages; pages++) {
        const { body } = await call({ query: { prefix, marker, 'max-keys': '1000' } })
        const rows = elementsOf(body, 'Contents')
        objects.push(
          ...rows.map((row) => ({ name: elementsOf(row, 'Key')[0] ?? '', size: Number(elementsOf(row, 'Size')[0]) })),
        )
        if (rows.length === 0 || elementsOf(body, 'IsTruncated')[0] !== 'true') return objects
        const last = objects.at(-1)?.name ?? ''
        if (last <= marker) break
        marker = last
      }
      throw new BucketFailure('异地存储的文件列表没有尽头')
    },
    async remove(name: string): Promise<void> {
      await call({ method: 'DELETE', name })
    },
    /** Ends uploads that a killed server has left, whose parts would be paid for. Not every service lists them. */
    async abortUploads(prefix: string): Promise<void> {
      try {
        const { body } = await call({ query: { uploads: '', prefix } })
        for (const row of elementsOf(body, 'Upload')) {
          const [[name = ''], [uploadId = '']] = [elementsOf(row, 'Key'), elementsOf(row, 'UploadId')]
          await call({ method: 'DELETE', name, query: { uploadId } })
        }
      } catch (error) {
        onlyBucketFailures(error)
      }
    },
  }
}

export type Bucket = ReturnType<typeof openBucket>

/** The services want the bucket in the host's name, which an address in numbers cannot have. */
export function bucketAddress({ endpoint, bucket }: Pick<OffsiteSettings, 'endpoint' | 'bucket'>): string {
  const url = new URL(endpoint)
  const isNumeric = isIP(url.hostname.replace(/^\[|\]$/g, '')) > 0
  return isNumeric || url.hostname === 'localhost'
    ? `${url.origin}/${bucket}/`
    : `${url.protocol}//${bucket}.${url.host}/`
}

async function exchange(
  url: URL,
  options: http.RequestOptions,
  body: Buffer,
  { maxReply = 2 * 1_048_576, limitMs }: { maxReply?: number | undefined; limitMs: number },
): Promise<Reply & { status: number }> {
  const { request } = url.protocol === 'https:' ? https : http
  const limit = AbortSignal.timeout(Math.ceil(Math.min(limitMs, 2 ** 31 - 1)))
  try {
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const sent = request(url, { ...options, agent: false, timeout: idleMs, signal: limit }, resolve)
      sent
        .on('timeout', () => sent.destroy(Object.assign(new Error('idle'), { code: 'ETIMEDOUT' })))
        .on('error', reject)
        .end(body)
    })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if ((size += chunk.length) > maxReply) throw new BucketFailure('异地存储的回复过长')
      chunks.push(chunk)
    }
    return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }
  } catch (error) {
    throw limit.aborted ? tooSlow() : error
  }
}

function onlyBucketFailures(error: unknown): void {
  if (!(error instanceof BucketFailure)) throw error
}

/** The contents of XML elements without attributes, in time that grows with the length of the text only. */
export function elementsOf(xml: Buffer | string, name: string): string[] {
  const text = xml.toString()
  const opening = `<${name}>`
  const closing = `</${name}>`
  const contents: string[] = []
  for (let start = text.indexOf(opening); start !== -1; ) {
    const end = text.indexOf(closing, start)
    if (end === -1) break
    const content = text.slice(start + opening.length, end)
    contents.push(unescapeXml(content))
    start = text.indexOf(opening, end)
  }
  return contents
}

const tooSlow = (): BucketFailure => new BucketFailure('异地存储太慢，没有在规定的时间里传完', timedOut)

const bare = (etag = ''): string => etag.replaceAll('"', '').toLowerCase()
