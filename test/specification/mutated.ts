import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ownProgram, ownServer } from '../browser/browser.ts'
import { copyRelease, newFolder, siteAt, type TestServer } from '../server.ts'
import { readSource } from './world.ts'

/** Something that makes sentences untrue. */
export interface Mutant {
  /**
   * The file that it changes: of the sources, as rows read them, or of `dist`, as the server runs it. Without one it changes every text
   * that is sent: pages, sheets, scripts and the replies of calls.
   */
  file?: string
  /** All places of it. */
  from: string | RegExp
  to: string | ((found: string) => string)
  /** The sentences of the section that it breaks, and no others. */
  breaks: readonly string[]
}

/** Those of a file, each what it changes, into what, and what that breaks. */
export const mutantsIn =
  (file: string) =>
  (from: string | RegExp, to: string, ...breaks: readonly string[]): Mutant => ({ file, from, to, breaks })
export const inServer = mutantsIn('dist/serve.mjs')

interface Mutated extends TestServer {
  /** The text of a file of the sources, or of what is built from them. */
  read(path: string): string
  /** Those that have changed something. */
  used: ReadonlySet<Mutant>
}

/** A server as others are, or the one that is given, but for what the mutants change. */
export async function mutated(
  t: { after(end: () => unknown): void },
  mutants: readonly Mutant[],
  given?: TestServer,
): Promise<Mutated> {
  const used = new Set<Mutant>()
  const change = (text: string, file?: string): string => {
    let changed = text
    for (const mutant of mutants.filter((each) => each.file === file)) {
      const before = changed
      changed = changed.replaceAll(mutant.from, mutant.to as string)
      if (changed !== before) used.add(mutant)
    }
    return changed
  }
  const built = new Set(mutants.flatMap(({ file = '' }) => (file.startsWith('dist/') ? [file] : [])))
  const server =
    given ?? (built.size > 0 ? await ownProgram(t, { program: await release(t, built, change) }) : await ownServer(t))
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
  const read = (path: string): string => change(readSource(path), path)
  return { ...server, ...siteAt(`http://127.0.0.1:${port}`), read, used }
}

/** A copy of the built server whose `files` are changed; resolves to its path. */
async function release(
  t: Parameters<typeof newFolder>[0],
  files: ReadonlySet<string>,
  change: (text: string, file: string) => string,
): Promise<string> {
  const folder = newFolder(t)
  const program = await copyRelease(folder)
  for (const file of files) {
    const path = join(folder, file)
    writeFileSync(path, change(readFileSync(path, 'utf8'), file))
  }
  return program
}

function sized(headers: IncomingHttpHeaders, body: Buffer): IncomingHttpHeaders {
  const { 'transfer-encoding': _, ...rest } = headers
  return { ...rest, 'content-length': `${body.length}` }
}
