import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, type SecureContext } from 'node:tls'
import { serveChromium } from '../../scripts/chromium.ts'
import { selfSigned } from '../selfSigned.ts'
import { onePixel } from '../media/pictures.ts'

type Hooks = { after(end: () => unknown): void }

/**
 * The options of a Chromium that knows no other name than those of the tiles of maps. Requests are not routed through the test: that costs
 * a fifth of the time of a page and switches the cache of the browser off.
 */
export async function ofThisMachine(t: Hooks): Promise<string[]> {
  const rules = [
    `MAP *.autonavi.com 127.0.0.1:${await tiles(t)}`,
    'MAP * ~NOTFOUND',
    'EXCLUDE 127.0.0.1',
    'EXCLUDE localhost',
    'EXCLUDE *.localhost',
  ]
  return [`--host-resolver-rules=${rules.join()}`, '--ignore-certificate-errors']
}

/** Answers each request with one pixel; resolves to the port. */
async function tiles(t: Hooks): Promise<number> {
  let context: SecureContext | undefined
  // Few tests show a map, so the certificate is made when one is asked for.
  const SNICallback = (name: string, done: (error: null, context: SecureContext) => void): void => {
    context ??= contextFor(name)
    done(null, context)
  }
  const server = createServer({ SNICallback }, (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'image/png' }).end(onePixel)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port // a TCP server's address is never a string
}

function contextFor(name: string): SecureContext {
  const folder = mkdtempSync(join(tmpdir(), 'zhuzhan-'))
  try {
    return createSecureContext(selfSigned(folder, [name]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** One for a whole run, which ends with what it took in CPU seconds: its processes are no children of a test's. */
export async function oneChromium(): Promise<{ address: string; end(): Promise<number> }> {
  const ends: (() => unknown)[] = []
  const server = await serveChromium(await ofThisMachine({ after: (end) => void ends.push(end) }))
  return {
    address: server.wsEndpoint(),
    async end() {
      const seconds = groupSeconds(server.process().pid ?? 0)
      await server.close()
      for (const end of ends) await end()
      return seconds
    },
  }
}

/** Of the processes of a group and of those that they have waited for; 0 where the system does not say. */
function groupSeconds(group: number): number {
  if (!existsSync('/proc/self/stat')) return 0
  let hundredths = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid).split(') ').at(-1)?.split(' ') ?? []
    const [inGroup, ...times] = [fields[2], ...fields.slice(11, 15)]
    if (Number(inGroup) === group) for (const time of times) hundredths += Number(time)
  }
  return hundredths / 100
}

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}
