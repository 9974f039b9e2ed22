import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Whom a throttle counts: an IPv4 address, or the /64 that one IPv6 household is given. */
export function clientAddress(req: IncomingMessage, trustProxy: boolean): string {
  const told = trustProxy ? withoutPort(lastOf(req.headers['x-forwarded-for'])) : ''
  return grouped(told === '' || isIP(told) === 0 ? (req.socket.remoteAddress ?? '') : told)
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

function grouped(address: string): string {
  if (!address.includes(':')) return address === '' ? 'unknown' : address
  const groups = groupsOf(address)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (mapped) return groups.slice(6).flatMap((group) => [group >> 8, group & 255]).join('.')
  return `${groups.slice(0, 4).map((group) => group.toString(16)).join(':')}::/64`
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const hex = address
    .replace(/%.*$/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => `${((+a << 8) | +b).toString(16)}:${((+c << 8) | +d).toString(16)}`)
  const [head = '', tail] = hex.split('::')
  const numbers = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)))
  const before = numbers(head)
  const after = numbers(tail ?? '')
  return [...before, ...Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0), ...after]
}
