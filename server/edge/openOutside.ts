import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { allowedAddresses, lookupIn, NotAllowed, type Outside } from './outside.ts'

interface Request {
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
  outside: Outside
  /** Changes an address before it is asked for, also one that another leads to. */
  adjust?: (url: URL) => void
}

interface Opened {
  url: URL
  response: IncomingMessage
}

const maxRedirects = 3
const userAgent = 'Mozilla/5.0 (compatible; Zhuzhan)'

/**
 * Asks for an address that somebody else has chosen. Follows redirects, and checks each of them like the first address. The status may be
 * any. Throws NotAllowed for what is no public web address.
 */
export async function openOutside(address: string, request: Request): Promise<Opened> {
  let url = parseAddress(address)
  for (let redirects = 0; ; redirects++) {
    request.adjust?.(url)
    const response = await get(url, request)
    const next = redirectOf(response)
    if (next === undefined || redirects === maxRedirects) return { url, response }
    response.destroy()
    url = parseAddress(next, url)
  }
}

/** The bytes of a response; undefined, and the connection is closed, if there are more than `limit`. */
export async function readAtMost(response: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (Number(response.headers['content-length'] ?? 0) > limit) {
    response.destroy()
    return undefined
  }
  const parts: Buffer[] = []
  let size = 0
  // Leaving the loop ends the connection.
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > limit) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function parseAddress(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new NotAllowed(address)
  const url = new URL(address, base)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw new NotAllowed(address)
  return url
}

async function get(url: URL, { headers, signal, outside }: Request): Promise<IncomingMessage> {
  const addresses = await allowedAddresses(url, outside, signal)
  const options = {
    agent: false,
    headers: { 'User-Agent': userAgent, ...headers },
    signal,
    lookup: lookupIn(addresses),
  }
  return new Promise((resolve, reject) => {
    const client = url.protocol === 'https:' ? https : http
    client.get(url, options, resolve).on('error', reject)
  })
}

const redirectOf = ({ statusCode, headers: { location } }: IncomingMessage): string | undefined =>
  /^30[12378]$/.test(`${statusCode}`) ? location : undefined
