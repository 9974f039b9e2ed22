import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** What `zhuzhan warm` calls itself; its visits are not counted, since it is a robot. */
export const walkName = 'zhuzhan-warm'

interface Reply {
  status: number
  etag: string
  text: string
}
export type MakeRequest = (path: string, headers: Record<string, string>) => Promise<Reply>

/** nginx of this machine, under the site's name, so that it knows by the address who asks; elsewhere by the name alone. */
export async function openRequests(site: URL): Promise<MakeRequest> {
  const isHere = await send(site, '/robots.txt', { 'User-Agent': walkName }, true).then(
    () => true,
    () => false,
  )
  return async (path, headers) => {
    let address = path
    for (let hops = 0; ; hops++) {
      const { status, location, etag, body, encoding } = await send(site, address, headers, isHere)
      if (location === undefined || hops === 5) return { status, etag, text: decoded(body, encoding) }
      // Where it leads elsewhere, nothing is stored here.
      const next = new URL(location, new URL(address, site))
      if (next.host !== site.host) return { status: 200, etag: '', text: '' }
      address = next.pathname + next.search
    }
  }
}

const decoded = (body: Buffer, encoding: string | undefined): string => {
  if (body.length === 0) return ''
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString()
}

const loopback: LookupFunction = (_name, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }

interface Sent {
  status: number
  location: string | undefined
  etag: string
  encoding: string | undefined
  body: Buffer
}

function send(site: URL, path: string, headers: Record<string, string>, isHere: boolean): Promise<Sent> {
  const isSecure = site.protocol === 'https:'
  const options = {
    headers,
    agent: agents[isSecure ? 'https:' : 'http:'],
    signal: AbortSignal.timeout(30_000),
    ...(isHere && { lookup: loopback }),
  }
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? httpsRequest : httpRequest)(new URL(path, site), options, (response) => {
      const { statusCode = 0, headers: got } = response
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () =>
        resolve({
          status: statusCode,
          location: got.location,
          etag: got.etag ?? '',
          encoding: got['content-encoding'],
          body: Buffer.concat(chunks),
        }),
      )
    })
    sent.once('error', reject)
    sent.end()
  })
}
