import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  /** In place of what the site sends. */
  body?: string
}

/** A CDN on this machine, which has its files from `site`. */
export async function startCdn(t: { after(end: () => unknown): void }) {
  const cdn = {
    url: '',
    site: '',
    /** The paths that it was asked for. */
    asked: [] as string[],
    /** Changes what it passes on; with false it says nothing at all. */
    adjust: (_path: string, _reply: Reply): boolean => true,
    /** From now on it refuses connections. */
    end(): void {
      server.close()
      server.closeAllConnections()
    },
  }
  const pass = (path: string, headers: IncomingHttpHeaders, res: ServerResponse): void => {
    request(new URL(path, cdn.site), { headers: { ...headers, host: new URL(cdn.site).host } }, (from) => {
      const reply: Reply = { status: from.statusCode ?? 0, headers: from.headers }
      if (!cdn.adjust(path, reply)) return
      // A browser shows a picture whatever the status is.
      if (reply.status >= 400) res.writeHead(reply.status).end()
      else if (reply.body !== undefined) {
        const { 'content-length': _length, 'content-encoding': _encoding, ...headers } = reply.headers
        res.writeHead(reply.status, headers).end(reply.body)
      } else from.pipe(res.writeHead(reply.status, reply.headers))
    }).end()
  }
  const server = createServer(({ url = '', headers }, res) => {
    cdn.asked.push(url)
    pass(url, headers, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(cdn.end)
  cdn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return cdn
}
