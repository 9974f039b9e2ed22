import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { newFolder } from './folders.ts'
import { openLoader } from './loader.ts'
import { type Aim, atLeast, atMost, printAim, printRatio } from './print.ts'
import { type Program, startOurs, startBaseline } from './programs.ts'
import { alternate, median } from './rounds.ts'

const [rounds, clients, leadMs, ms] = [9, 16, 300, 1_000]
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
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(browser).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`

/** The home page: our server, bare node:http with the same headers and bytes, nginx with the same bytes in a file. */
async function cached(ours: Program): Promise<void> {
  console.log(`pages: GET /, brotli or gzip as each sends it, ${clients} connections, ${rounds} rounds of ${ms / 1000} s, access log on`)
  const loader = openLoader()
  const speed = (program: Program) =>
    async (): Promise<number> => (await loader.run({ port: program.port, clients, leadMs, ms, requests: [get('/')], from: 0 })).perSecond

  const folder = newFolder()
  const { body, headers } = await fetched(ours, '/')
  writeFileSync(join(folder, 'body'), body)
  writeFileSync(join(folder, 'headers'), JSON.stringify(headers))
  const bare = await startBaseline('sameBytes', newFolder(), join(folder, 'body'), join(folder, 'headers'))
  const nginx = await startNginx(body)
  const contestants: Record<string, () => Promise<number>> = {
    ours: speed(ours), 'bare node:http': speed(bare), ...(nginx && { nginx: speed(nginx) }),
  }
  for (const run of Object.values(contestants)) await run()
  const samples = await alternate(rounds, contestants)
  loader.close()
  const print = (against: string, aim: Aim): void =>
    printRatio(`cached page, ÷ ${against}`, ['ours', samples.ours ?? []], [against, samples[against] ?? []], '/s', aim)
  print('bare node:http', atLeast(0.9))
  if (nginx) print('nginx', atLeast(0.7))
  else console.log('  nginx is not installed: no comparison with it')
  await bare.stop()
  await nginx?.stop()
}

/** The compressed response; decoding it is the browser's work. */
function fetched({ port }: Program, path: string, headers: Record<string, string> = browser): Promise<{ body: Buffer; headers: string[] }> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers, agent }, (response) => {
      const parts: Buffer[] = []
      const connection = ['date', 'connection', 'keep-alive']
      const isKept = (name: string, index: number): boolean => index % 2 === 0 && !connection.includes(name.toLowerCase())
      const headers =
        response.rawHeaders.flatMap((name, index) => (isKept(name, index) ? [name, response.rawHeaders[index + 1] ?? ''] : []))
      response.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve({ body: Buffer.concat(parts), headers }))
    })
      .on('error', reject)
      .end()
  })
}

/** With gzip_static on a file of the same size, and its access log on. */
async function startNginx(body: Buffer): Promise<Program | undefined> {
  if (spawnSync('nginx', ['-v']).error) return undefined
  const folder = newFolder()
  const port = await freePort()
  mkdirSync(join(folder, 'html'))
  writeFileSync(join(folder, 'html', 'index.html'), body)
  writeFileSync(join(folder, 'html', 'index.html.gz'), body)
  const conf = `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {} http { access_log ${folder}/access; client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3;
    uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5; server { listen 127.0.0.1:${port}; root ${folder}/html; gzip_static on; keepalive_requests 100000000; default_type text/html; } }`
  writeFileSync(join(folder, 'conf'), conf)
  const child = spawn('nginx', ['-c', join(folder, 'conf'), '-e', join(folder, 'error')], { stdio: 'ignore' })
  process.once('exit', () => child.kill('SIGTERM'))
  const until = performance.now() + 5_000
  while (performance.now() < until && !(await fetch(`http://127.0.0.1:${port}/`).then(() => true, () => false))) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    port,
    readyMs: 0,
    memory: () => undefined,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

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
