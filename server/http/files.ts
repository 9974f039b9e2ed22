import { read } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { uploadTypes } from '../../contract/rules.ts'
import { type ByteRange, byteRange } from './byteRange.ts'
import { filePolicy, type FlatHeaders, withPolicy } from './headers.ts'
import type { Replies } from './reply.ts'

export interface ServedFile {
  type: string
  headers: FlatHeaders
  /** With its quotes. */
  etag: string
}

/** A file that stays open, so that it can be read when it lies at its path no more. */
export interface OpenFile extends ServedFile {
  fd: number
  size: number
}

/** Sends an open file, or the part that was asked for. GET and HEAD only. */
export function sendOpen(req: IncomingMessage, res: ServerResponse, file: OpenFile): void {
  const part = beginPart(req, res, file, file.size)
  if (part) sendPart(req, res, file.fd, part).catch(() => req.socket.destroy())
}

/** Sends a file, or the part that was asked for, piece by piece; false, with nothing sent, when there is none. GET and HEAD only. */
async function sendFile(req: IncomingMessage, res: ServerResponse, path: string, file: Omit<ServedFile, 'type'>): Promise<boolean> {
  const handle = await opened(path)
  if (handle === undefined) return false
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) return false
    const part = beginPart(req, res, { ...file, type: await typeOf(path, handle) }, stat.size)
    if (part) await sendPart(req, res, handle.fd, part)
    return true
  } finally {
    await handle.close()
  }
}

/** Sends the headers; the part that has to follow them, undefined when nothing has to. */
function beginPart(req: IncomingMessage, res: ServerResponse, file: ServedFile, size: number): ByteRange | undefined {
  const headers = [...file.headers, 'ETag', file.etag, 'Accept-Ranges', 'bytes']
  if (matches(req.headers['if-none-match'], file.etag)) return end(res.writeHead(304, headers))

  const { range, 'if-range': ifRange } = req.headers
  const asked = req.method === 'GET' && (ifRange === undefined || ifRange === file.etag) ? byteRange(range, size) : undefined
  if (asked === 'outside') return end(res.writeHead(416, [...headers, 'Content-Range', `bytes */${size}`, 'Content-Length', '0']))

  const part = asked ?? { start: 0, end: size - 1 }
  const length = lengthOf(part)
  headers.push('Content-Type', file.type, 'Content-Length', String(length))
  if (asked !== undefined) headers.push('Content-Range', `bytes ${part.start}-${part.end}/${size}`)
  res.writeHead(asked === undefined ? 200 : 206, headers)
  return req.method === 'HEAD' || length === 0 ? end(res) : part
}

const lengthOf = ({ start, end }: ByteRange): number => end - start + 1
const end = (res: ServerResponse): undefined => void res.end()

const readAt = promisify(read)

/** Not by a stream of the file's own: that closes the file when a client leaves, and others are to be sent it after. */
async function sendPart(req: IncomingMessage, res: ServerResponse, fd: number, { start, end: last }: ByteRange): Promise<void> {
  let at = start
  async function* pieces(): AsyncGenerator<Buffer, void, undefined> {
    while (at <= last) {
      const piece = Buffer.allocUnsafe(Math.min(65_536, last - at + 1))
      const { bytesRead } = await readAt(fd, piece, 0, piece.length, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield piece.subarray(0, bytesRead)
    }
  }
  try {
    await pipeline(pieces, res)
  } catch (error) {
    if (!clientLeft(error)) throw error
  }
  // Cut short on disk meanwhile: the client must not wait for the rest.
  if (at <= last) req.socket.destroy()
}

async function opened(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined
    throw error
  }
}

const endings = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE'])
const clientLeft = (error: unknown): boolean => error instanceof Error && 'code' in error && endings.has(error.code)

/** A browser sends the one ETag that it has. */
const longestMatch = 1_000

/** As If-None-Match compares: any of a list, weak or not. A list of unreasonable length matches nothing. */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined || header.length > longestMatch) return false
  return header.trim() === '*' || header.split(',').some((tag) => strong(tag.trim()) === strong(etag))
}
const strong = (etag: string): string => etag.replace(/^W\//, '')

const folders = [...uploadTypes, 'logo'].join('|')
/** A picture, in today's names with its size, colour and variants; or a variant. */
const names = '[0-9a-f]{32}(?:(?:\\.\\d{1,5}x\\d{1,5}(?:\\.[0-9a-f]{6})?(?:\\.\\d{2,5}w)*)?\\.(?:jpg|png)|\\.\\d{2,5}w\\.webp)'
const uploadPath = new RegExp(`^/uploads/(${folders})/(${names})$`)

/** By the ending, but a variant comes from a browser that may know no WebP: that one says by its first byte what it is. */
async function typeOf(path: string, handle: FileHandle): Promise<string> {
  if (path.endsWith('.jpg')) return 'image/jpeg'
  if (path.endsWith('.png')) return 'image/png'
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, 0)
  return buffer[0] === 0xff ? 'image/jpeg' : buffer[0] === 0x89 ? 'image/png' : 'image/webp'
}

export interface UploadFilesOptions {
  folder: string
  security: FlatHeaders
  replies: Replies
}

type Take = (req: IncomingMessage, res: ServerResponse, pathname: string) => boolean

/** Serves what staff uploaded; true when the path was one of these. Their names are made of their bytes, so they never change. */
export function createUploadFiles({ folder, security, replies }: UploadFilesOptions): Take {
  const headers = Object.freeze([...withPolicy(security, filePolicy), 'Cache-Control', 'public, max-age=31536000, immutable'])
  const missing = (res: ServerResponse): void => replies.send(res, 404, { code: 404, msg: '没有这个文件', data: null })

  const serve = async (req: IncomingMessage, res: ServerResponse, kind: string, name: string): Promise<void> => {
    const etag = `"${name.slice(0, name.lastIndexOf('.'))}"`
    if (!(await sendFile(req, res, join(folder, kind, name), { headers, etag }))) missing(res)
  }

  return (req, res, pathname) => {
    if (!pathname.startsWith('/uploads/')) return false
    const [, kind, name] = uploadPath.exec(pathname) ?? []
    if (kind === undefined || name === undefined) missing(res)
    else if (req.method !== 'GET' && req.method !== 'HEAD') {
      replies.send(res, 405, { code: 405, msg: '请求方法不正确', data: null }, ['Allow', 'GET, HEAD'])
    } else {
      serve(req, res, kind, name).catch((error: unknown) => replies.fail(res, error))
    }
    return true
  }
}
