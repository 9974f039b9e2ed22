import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type FlatHeaders, unstored } from './headers.ts'

const messages: Readonly<Record<number, string>> = {
  400: '请求格式不正确',
  408: '请求超时',
  413: '请求内容过大',
  431: '请求头过大',
}

/** Time for a client that is still writing to read the response. */
const lingerMs = 1_000

/** Responses to data that is not a valid request, written to the socket in the form of all other replies. */
export function createRejections(security: FlatHeaders) {
  const head = pairs([...security, ...unstored('application/json'), 'Connection', 'close'])

  const message = (status: number): string => {
    const body = JSON.stringify({ code: status, msg: messages[status] ?? '', data: null })
    const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`
    return `${statusLine}Date: ${new Date().toUTCString()}\r\n${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }

  return {
    statusOf({ code }: NodeJS.ErrnoException): 400 | 408 | 413 | 431 {
      if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
      if (code === 'HPE_HEADER_OVERFLOW') return 431
      return code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW' ? 413 : 400
    },
    send(socket: Socket, status: number): void {
      const cut = setTimeout(() => socket.destroy(), lingerMs)
      socket.once('close', () => clearTimeout(cut))
      // After a timeout nothing more is read, or late data would still be parsed; after malformed data the rest is read and ignored.
      socket.end(message(status), () => {
        if (status === 408) socket.destroy()
      })
    },
  }
}

function pairs(headers: FlatHeaders): string {
  let text = ''
  for (let index = 0; index < headers.length; index += 2) text += `${headers[index]}: ${headers[index + 1]}\r\n`
  return text
}
