import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '../system/systemErrors.ts'
import type { FlatHeaders } from './headers.ts'

/** Discarding a body up to this size is cheaper than a new connection. */
const maxDiscardBytes = 16 * 1024
/** How long, and how much of, a refused body is discarded before the connection is closed. */
const linger = { bytes: 32 * 1_048_576, ms: 5_000, idleMs: 1_000 }

/** What ends a response because the client has gone. */
const disconnectCodes = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE'])

/** Sends what follows the headers, as fast as the client reads. */
export async function sendChunks(res: ServerResponse, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await pipeline(chunks, res)
  } catch (error) {
    if (!disconnectCodes.has(errorCode(error))) throw error
  }
}

/** Sends a response with a complete body. `headers` must not include Content-Length. */
export function sendBytes(res: ServerResponse, status: number, headers: FlatHeaders, body: string | Uint8Array): void {
  const { req } = res
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  const length = String(bytes)
  if (req.method === 'HEAD') {
    res.writeHead(status, [...headers, 'Content-Length', length])
    res.end()
  } else if (isStillSending(req)) {
    res.writeHead(status, [...headers, 'Content-Length', length, 'Connection', 'close'])
    respondAndLinger(req, res, body)
  } else {
    res.writeHead(status, [...headers, 'Content-Length', length])
    res.end(body)
    countUnread(res, bytes)
  }
}

/** Whether more of the request is to come than is worth discarding. */
function isStillSending(req: IncomingMessage): boolean {
  if (req.complete) return false
  const { 'content-length': length, 'transfer-encoding': coding, expect } = req.headers
  if (coding !== undefined) return true
  if (length === undefined || length === '0') return false
  return Number(length) > maxDiscardBytes || expect !== undefined
}

/**
 * Responds before the body has arrived. Closing at once would make the kernel reset the connection, and a client that is still writing
 * would see that instead of the response. So our side is closed after the response (FIN), and what still arrives is discarded for a
 * while. The response is not ended, since node would then close the connection itself.
 */
function respondAndLinger(req: IncomingMessage, res: ServerResponse, body: string | Uint8Array): void {
  const { socket } = req
  const cut = (): void => void socket.destroy()
  const deadline = setTimeout(cut, linger.ms)
  const idleTimer = setTimeout(cut, linger.idleMs)
  socket.once('close', () => {
    clearTimeout(deadline)
    clearTimeout(idleTimer)
  })
  res.write(body, () => void socket.end())

  let discarded = 0
  req.unpipe()
  req.removeAllListeners('data')
  req.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    idleTimer.refresh()
    if (discarded > linger.bytes) cut()
  })
  req.on('end', () => socket.destroySoon())
  req.resume()
}

const maxUnreadBytes = 64 * 1_048_576

/** Bytes that wait in memory because the client reads slowly or not at all. The client that has not read for longest comes first. */
interface Unread {
  bytes: Map<ServerResponse, number>
  total: number
}
const unreadOf = new WeakMap<Server, Unread>()

/**
 * Counts what was just written, if any of it waits in memory. Above the limit the connections of this server that have not read for
 * longest are closed.
 */
export function countUnread(res: ServerResponse, bytes: number): void {
  const { socket } = res
  if (!socket || socket.writableLength === 0) return
  // Node sets it on each accepted connection; its types do not have it.
  const { server } = socket as Socket & { server: Server }
  const unread = unreadOf.get(server) ?? { bytes: new Map<ServerResponse, number>(), total: 0 }
  unreadOf.set(server, unread)
  if (unread.bytes.has(res)) drop(unread, res)
  else res.once('close', () => drop(unread, res))
  unread.bytes.set(res, bytes)
  unread.total += bytes
  for (const first of unread.bytes.keys()) {
    if (unread.total <= maxUnreadBytes) return
    drop(unread, first)
    first.destroy()
  }
}

function drop(unread: Unread, res: ServerResponse): void {
  unread.total -= unread.bytes.get(res) ?? 0
  unread.bytes.delete(res)
}
