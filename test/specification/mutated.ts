import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { siteAt, type TestServer } from '../server.ts'

/** Something in the replies of a server that makes sentences untrue. */
export interface Mutant {
  /** All places of it, in every text that is sent: pages, sheets, scripts and calls. */
  from: string | RegExp
  to: string
  /** The sentences of the section that it breaks, and no others. */
  breaks: readonly string[]
}

/** A server as before, but for what the mutants change. `used` are those that have changed something. */
export async function mutated(
  t: { after(end: () => unknown): void },
  server: TestServer,
  mutants: readonly Mutant[],
): Promise<TestServer & { used: ReadonlySet<Mutant> }> {
  const used = new Set<Mutant>()
  const change = (text: string): string => {
    let changed = text
    for (const mutant of mutants) {
      const before = changed
      changed = changed.replaceAll(mutant.from, mutant.to)
      if (changed !== before) used.add(mutant)
    }
    return changed
  }
  const proxy = createServer((asked, res) => {
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const options = { method: asked.method, headers }
    const forwarded = request(server.url + asked.url, options, async (reply) => {
      const isText = /text|json|javascript/.test(reply.headers['content-type'] ?? '')
      if (!isText || asked.method === 'HEAD') {
        res.writeHead(reply.statusCode ?? 500, reply.headers)
        reply.pipe(res)
        return
      }
      const parts: Buffer[] = []
      for await (const part of reply) parts.push(part)
      const body = Buffer.from(change(Buffer.concat(parts).toString()))
      res.writeHead(reply.statusCode ?? 500, sized(reply.headers, body)).end(body)
    })
    forwarded.on('error', () => res.destroy())
    asked.pipe(forwarded)
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const { port } = proxy.address() as AddressInfo // a TCP server's address is never a string
  return { ...server, ...siteAt(`http://127.0.0.1:${port}`), used }
}

function sized(headers: IncomingHttpHeaders, body: Buffer): IncomingHttpHeaders {
  const { 'transfer-encoding': _, ...rest } = headers
  return { ...rest, 'content-length': `${body.length}` }
}
