import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FlatHeaders } from './headers.ts'
import { countUnread } from './unread.ts'

/** A body up to this size is cheaper to read away than the connection is to make again. */
const readAwayUpTo = 16 * 1024
/** How long, and how much of, a refused body is read away before the line is cut. */
const linger = { bytes: 32 * 1_048_576, ms: 5_000, quietMs: 1_000 }

/** Answers with a whole body at once. The headers must not name its length. */
export function sendBytes(res: ServerResponse, status: number, headers: FlatHeaders, body: string | Uint8Array): void {
  const { req } = res
  const length = String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength)
  if (req.method === 'HEAD') {
    res.writeHead(status, [...headers, 'Content-Length', length])
    res.end()
  } else if (stillSending(req)) {
    res.writeHead(status, [...headers, 'Content-Length', length, 'Connection', 'close'])
    answerAndLinger(req, res, body)
  } else {
    res.writeHead(status, [...headers, 'Content-Length', length])
    res.end(body)
    countUnread(res, body.length)
  }
}

/** True when more of the request is to come than may be read away in passing. */
function stillSending(req: IncomingMessage): boolean {
  if (req.complete) return false
  const { 'content-length': length, 'transfer-encoding': coding, expect } = req.headers
  if (coding !== undefined) return true
  if (length === undefined || length === '0') return false
  return Number(length) > readAwayUpTo || expect !== undefined
}

/**
 * An answer before the body has arrived. Closing at once would make the kernel reset the connection, and a client that is still
 * writing would see that in place of the answer; so the answer is followed by the end of our side (FIN), and what still comes is
 * read away for a while. The response is never ended, since node would then close on its own terms.
 */
function answerAndLinger(req: IncomingMessage, res: ServerResponse, body: string | Uint8Array): void {
  const { socket } = req
  const cut = (): void => void socket.destroy()
  const end = setTimeout(cut, linger.ms)
  const quiet = setTimeout(cut, linger.quietMs)
  socket.once('close', () => {
    clearTimeout(end)
    clearTimeout(quiet)
  })
  res.write(body, () => void socket.end())

  let read = 0
  req.unpipe()
  req.removeAllListeners('data')
  req.on('data', (chunk: Buffer) => {
    read += chunk.length
    quiet.refresh()
    if (read > linger.bytes) cut()
  })
  req.on('end', () => socket.destroySoon())
  req.resume()
}
