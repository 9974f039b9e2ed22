import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { newFolder } from './folders.ts'
import { openLoader } from './loader.ts'
import { atLeast, atMost, printAim, printRatio } from './print.ts'
import { type Program, startOurs, startBaseline } from './programs.ts'
import { alternate, median } from './rounds.ts'

const rounds = 9
const clients = 16
const leadMs = 300
const ms = 1_000
const browser = { 'Accept-Encoding': 'gzip, deflate, br', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130' }
const seed = { SEED: 'on' }
const agent = new Agent({ keepAlive: true })

export async function pages(): Promise<void> {
  const ours = await startOurs(newFolder(), seed)
  await cached(ours)
  await uncached(ours)
  agent.destroy()
  await ours.stop()
}

const get = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(browser)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

/** The home page: our server, and bare node:http with the same headers and bytes. */
async function cached(ours: Program): Promise<void> {
  console.log(
    `pages: GET /, brotli or gzip as each sends it, ${clients} connections, ${rounds} rounds of ${ms / 1000} s, access log on`,
  )
  const loader = openLoader()
  const speed = (program: Program) => async (): Promise<number> =>
    (await loader.run({ port: program.port, clients, leadMs, ms, requests: [get('/')], from: 0 })).perSecond

  const folder = newFolder()
  const { body, headers } = await fetched(ours, '/')
  writeFileSync(join(folder, 'body'), body)
  writeFileSync(join(folder, 'headers'), JSON.stringify(headers))
  const bare = await startBaseline('sameBytes', newFolder(), join(folder, 'body'), join(folder, 'headers'))
  const contestants = { ours: speed(ours), 'bare node:http': speed(bare) }
  for (const run of Object.values(contestants)) await run()
  const samples = await alternate(rounds, contestants)
  loader.close()
  printRatio(
    'cached page, ÷ bare node:http',
    ['ours', samples.ours],
    ['bare node:http', samples['bare node:http']],
    '/s',
    atLeast(0.9),
  )
  await bare.stop()
}

/** The compressed response; decoding it is the browser's work. */
function fetched(
  { port }: Program,
  path: string,
  headers: Record<string, string> = browser,
): Promise<{ body: Buffer; headers: string[] }> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers, agent }, (response) => {
      const parts: Buffer[] = []
      const connection = ['date', 'connection', 'keep-alive']
      const isKept = (name: string, index: number): boolean =>
        index % 2 === 0 && !connection.includes(name.toLowerCase())
      const headers = response.rawHeaders.flatMap((name, index) =>
        isKept(name, index) ? [name, response.rawHeaders[index + 1] ?? ''] : [],
      )
      response
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => resolve({ body: Buffer.concat(parts), headers }))
    })
      .on('error', reject)
      .end()
  })
}

/** A page whose text is in the query is never cached, so it is loaded, rendered and compressed for each request. */
async function uncached(ours: Program): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < 200; n++) {
    const startedAt = performance.now()
    await fetched(ours, `/mobile?desc=${n}`, { ...browser, 'User-Agent': 'iPhone' })
    if (n >= 100) times.push(performance.now() - startedAt)
  }
  printAim('phone home not in the cache, median of 100, with the request', median(times), ' ms', atMost(3))
}
