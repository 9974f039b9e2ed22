import { read } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { documentExtension } from '../../contract/media/documents.ts'
import { type MediaExtension, mediaTypes } from '../../contract/media/mediaTypes.ts'
import { uploadFolders } from '../../contract/calls/rules.ts'
import { openUpload } from '../system/openUpload.ts'
import { filePolicy, type FlatHeaders, withPolicy } from './headers.ts'
import { isRead, type Serve } from './request.ts'
import type { Replies } from './reply.ts'
import { sendChunks } from './send.ts'

interface ServedFile {
  type: string
  headers: FlatHeaders
  /** Its quotes are part of it. */
  etag: string
}

/** A file that stays open, so that it can still be read after its path was replaced or removed. */
export interface OpenFile extends ServedFile {
  fd: number
  size: number
}

/** Sends an open file, or the requested range. GET and HEAD only. */
export function sendOpen(req: IncomingMessage, res: ServerResponse, file: OpenFile): void {
  const range = sendHeaders(req, res, file, file.size)
  if (range) sendRange(req, res, file.fd, range).catch(() => req.socket.destroy())
}

/** The same for a path, in chunks. Returns false, without sending anything, when there is no such file. */
async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  file: Omit<ServedFile, 'type'>,
): Promise<boolean> {
  const handle = await openUpload(path)
  if (handle === undefined) return false
  try {
    const { size } = await handle.stat()
    const range = sendHeaders(req, res, { ...file, type: await typeOf(path, handle) }, size)
    if (range) await sendRange(req, res, handle.fd, range)
    return true
  } finally {
    await handle.close()
  }
}

/** Sends the headers. Returns the range to send after them; undefined when there is none. */
function sendHeaders(req: IncomingMessage, res: ServerResponse, file: ServedFile, size: number): ByteRange | undefined {
  const headers = [...file.headers, 'ETag', file.etag, 'Accept-Ranges', 'bytes']
  if (etagMatches(req.headers['if-none-match'], file.etag)) return end(res.writeHead(304, headers))

  const { range, 'if-range': ifRange } = req.headers
  const requested =
    req.method === 'GET' && (ifRange === undefined || ifRange === file.etag) ? parseRange(range, size) : undefined
  if (requested === 'unsatisfiable')
    return end(res.writeHead(416, [...headers, 'Content-Range', `bytes */${size}`, 'Content-Length', '0']))

  const part = requested ?? { start: 0, end: size - 1 }
  const length = rangeLength(part)
  headers.push('Content-Type', file.type, 'Content-Length', String(length))
  if (requested !== undefined) headers.push('Content-Range', `bytes ${part.start}-${part.end}/${size}`)
  res.writeHead(requested === undefined ? 200 : 206, headers)
  return req.method === 'HEAD' || length === 0 ? end(res) : part
}

interface ByteRange {
  start: number
  /** The last byte is part of the range. */
  end: number
}

/**
 * Parses a Range header. Undefined means the complete file: no range, a malformed one, or several, which need not be supported.
 * 'unsatisfiable' is a range outside of the file.
 */
function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const last = Number(to)
    return last === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - last), end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? Infinity : Number(to)
  if (end < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}

const rangeLength = ({ start, end }: ByteRange): number => end - start + 1
const end = (res: ServerResponse): undefined => void res.end()

const readAt = promisify(read)

/** Does not use a file stream, which would close the file when a client disconnects; other requests share it. */
async function sendRange(
  req: IncomingMessage,
  res: ServerResponse,
  fd: number,
  { start, end: last }: ByteRange,
): Promise<void> {
  let position = start
  async function* chunks(): AsyncGenerator<Buffer, void, undefined> {
    while (position <= last) {
      const chunk = Buffer.allocUnsafe(Math.min(65_536, last - position + 1))
      const { bytesRead } = await readAt(fd, chunk, 0, chunk.length, position)
      if (bytesRead === 0) return
      position += bytesRead
      yield chunk.subarray(0, bytesRead)
    }
  }
  await sendChunks(res, chunks())
  // The file was truncated meanwhile: the client must not wait for the rest.
  if (position <= last) req.socket.destroy()
}

/** Browsers send one ETag. */
const maxHeaderLength = 1_000

/** Compares like If-None-Match: a list, weak comparison. An unreasonably long header matches nothing. */
export function etagMatches(header: string | undefined, etag: string): boolean {
  if (header === undefined || header.length > maxHeaderLength) return false
  return header.trim() === '*' || header.split(',').some((tag) => strong(tag.trim()) === strong(etag))
}
const strong = (etag: string): string => etag.replace(/^W\//, '')

const folders = uploadFolders.join('|')
const sizeAndVariants = '\\.\\d{1,5}x\\d{1,5}(?:\\.[0-9a-f]{6})?(?:\\.\\d{2,5}w)*'
/** A picture, film or document, whose name may include its size, colour and variants; or a variant. */
const names = `[0-9a-f]{32}(?:(?:${sizeAndVariants})?\\.(?:jpg|png|mp4|webm|pdf|docx|xlsx|zip)|\\.\\d{2,5}w\\.webp)`
const uploadPath = new RegExp(`^/uploads/(${folders})/(${names})$`)

/** By the extension, except for variants: a browser without WebP uploads another type, which the first byte shows. */
async function typeOf(path: string, handle: FileHandle): Promise<string> {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  if (extension !== 'webp') return mediaTypes[extension as MediaExtension]
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, 0)
  if (buffer[0] === 0xff) return 'image/jpeg'
  return buffer[0] === 0x89 ? 'image/png' : 'image/webp'
}

/**
 * How a document is saved: under its own name, with the extension that its bytes have. A PDF is shown by the browser, in the sandbox of
 * `filePolicy`, which Chromium's viewer keeps to; everything else is only downloaded.
 */
function disposition(address: string, name: string): string {
  const extension = documentExtension(address) ?? ''
  const full = name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`
  const ascii = /^[\w .()-]+$/.test(full) ? full : `document.${extension}`
  const encoded = encodeURIComponent(full).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${extension === 'pdf' ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

interface UploadFilesOptions {
  folder: string
  /** What staff call an upload; undefined for one without a record. */
  nameOf?(address: string): string | undefined
  /** Fetches a file that this server does not have yet. False when there is none. */
  fetch(kind: string, name: string): Promise<boolean>
  security: FlatHeaders
  replies: Replies
}

/** Serves the uploads; returns true when the path is one. They are named after their content, so they never change. */
export function createUploadFiles({ folder, nameOf, fetch, security, replies }: UploadFilesOptions): Serve {
  const headersFor = (cache: string): FlatHeaders =>
    Object.freeze([...withPolicy(security, filePolicy), 'Cache-Control', `public, ${cache}`])
  // The bytes never change, but staff may change the name of a document.
  const immutable = headersFor('max-age=31536000, immutable')
  const nameable = headersFor('max-age=600')
  const headersOf = (address: string): FlatHeaders =>
    documentExtension(address)
      ? [...nameable, 'Content-Disposition', disposition(address, nameOf?.(address) ?? 'document')]
      : immutable
  const missing = (req: IncomingMessage, res: ServerResponse): void => {
    // A proxy asks so about a file that it has stored, which this reply replaces there.
    if (req.headers['if-none-match'] !== undefined) res.setHeader('X-Accel-Expires', '@1')
    replies.send(res, 404, { code: 404, msg: '没有这个文件', data: null })
  }

  const serve = async (req: IncomingMessage, res: ServerResponse, kind: string, name: string): Promise<void> => {
    const etag = `"${name.slice(0, name.lastIndexOf('.'))}"`
    const file = { headers: headersOf(`/uploads/${kind}/${name}`), etag }
    const send = (): Promise<boolean> => sendFile(req, res, join(folder, kind, name), file)
    if (!(await send()) && !((await fetch(kind, name)) && (await send()))) missing(req, res)
  }

  return (req, res, pathname) => {
    if (!pathname.startsWith('/uploads/')) return false
    const [, kind, name] = uploadPath.exec(pathname) ?? []
    if (kind === undefined || name === undefined) missing(req, res)
    else if (!isRead(req)) {
      replies.refuseMethod(res, 'GET, HEAD')
    } else {
      serve(req, res, kind, name).catch((error: unknown) => replies.fail(res, error))
    }
    return true
  }
}
