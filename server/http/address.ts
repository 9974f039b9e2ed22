import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { canonicalAddress } from '../networks.ts'

/** Who sends this, in one spelling; 'unknown' once the socket is gone. */
export function clientAddress(req: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? withoutPort(lastOf(req.headers['x-forwarded-for'])) : ''
  const address = forwarded === '' || isIP(forwarded) === 0 ? (req.socket.remoteAddress ?? '') : forwarded
  return address === '' ? 'unknown' : canonicalAddress(address)
}

export function requestScheme(req: IncomingMessage, trustProxy: boolean): 'http' | 'https' {
  return trustProxy && lastOf(req.headers['x-forwarded-proto']).toLowerCase() === 'https' ? 'https' : 'http'
}

/** The nearest proxy adds at the end; whatever stands before that, anyone may have written. */
function lastOf(header: string | string[] | undefined): string {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '')
  return text.slice(text.lastIndexOf(',') + 1).trim()
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)
  if (bracketed) return bracketed[1] ?? ''
  return /^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(':')) : text
}
