import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { canonicalAddress } from './networks.ts'
import type { Trusts } from './trustedProxies.ts'

/** Returns true when the request is its own, and replies to it then. */
export type Serve = (req: IncomingMessage, res: ServerResponse, path: string) => boolean

/** The client's address in canonical form; 'unknown' once the socket is closed. */
export function clientAddress({ headers, socket: { remoteAddress = '' } }: IncomingMessage, trusts: Trusts): string {
  const forwarded = trusts(remoteAddress) ? withoutPort(lastOf(headers['x-forwarded-for'])) : ''
  const address = isIP(forwarded) === 0 ? remoteAddress : forwarded
  return address === '' ? 'unknown' : canonicalAddress(address)
}

const setByProxies = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/** Whether a program on this machine asks, and no proxy for somebody else. From its own address it asks an address of its own. */
export const isLocal = ({ headers, socket: { remoteAddress = '', localAddress } }: IncomingMessage): boolean =>
  (remoteAddress === localAddress || canonicalAddress(remoteAddress).startsWith('127.')) &&
  setByProxies.every((name) => headers[name] === undefined)

export function requestScheme({ headers, socket }: IncomingMessage, trusts: Trusts): 'http' | 'https' {
  return trusts(socket.remoteAddress) && lastOf(headers['x-forwarded-proto']).toLowerCase() === 'https'
    ? 'https'
    : 'http'
}

/** The nearest proxy appends its value; anybody may have written what precedes it. */
function lastOf(header: string | string[] | undefined): string {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '')
  return text.slice(text.lastIndexOf(',') + 1).trim()
}

/** More than an IPv6 address with zone, brackets and port. */
const maxAddressLength = 100

function withoutPort(text: string): string {
  if (text.length > maxAddressLength) return ''
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)
  if (bracketed) return bracketed[1] ?? ''
  return /^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(':')) : text
}

/** Whether it asks for a page or a file. */
export const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

/** The path of a request URL, without the query. Proxies may send the absolute form, OPTIONS may send `*`. */
export function requestPath(url: string | undefined): string {
  if (url === undefined || url === '') return '/'
  const from = url.startsWith('/') ? 0 : pathStart(url)
  const query = url.indexOf('?', from)
  const path = query === -1 ? url.slice(from) : url.slice(from, query)
  return path === '' ? '/' : path
}

/** The result begins with the question mark, or is ''. */
export function requestSearch(url = ''): string {
  const query = url.indexOf('?')
  return query < 0 ? '' : url.slice(query)
}

function pathStart(url: string): number {
  const authority = /^https?:\/\/[^/?]*/i.exec(url)
  return authority === null ? 0 : authority[0].length
}
