import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Outside } from '../../server/edge/outside.ts'

type After = { after(fn: () => unknown): void }

interface Site {
  port: number
  requests: IncomingMessage[]
}

/** A site of somebody else, on this machine. */
export async function outsideSite(t: After, handle: RequestListener, host = '127.0.0.1'): Promise<Site> {
  const requests: IncomingMessage[] = []
  const server = createServer((req, res) => {
    requests.push(req)
    handle(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, requests }
}

/** The internet of a test: 127.0.0.1 counts as public, with any port. A name with several addresses has the next one each time. */
export function testInternet(
  names: Readonly<Record<string, readonly string[]>> = {},
): Outside & { resolved: string[] } {
  const resolved: string[] = []
  return {
    resolved,
    async resolve(host) {
      const times = resolved.filter((each) => each === host).length
      resolved.push(host)
      const addresses = names[host] ?? ['127.0.0.1']
      return [{ address: addresses[Math.min(times, addresses.length - 1)] ?? '', family: 4 }]
    },
    allows: (address) => address === '127.0.0.1',
  }
}
