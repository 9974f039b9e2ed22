import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { type RequestOptions, request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { eventually } from './eventually.ts'
import { freePort, programPath } from './programs.ts'
import { type Certificate, selfSigned } from './selfSigned.ts'

export const sampleFile = (name: string): string => fileURLToPath(new URL(`../deploy/${name}`, import.meta.url))

/** The host name in the samples; requests for it are sent to loopback. */
export const siteName = 'www.example.com'

export interface Proxy {
  httpPort: number
  httpsPort: number
  accessLog: string
}

interface Started {
  folder: string
  serverPort: number
  /** Of a second server, of which the sample has a line. */
  secondPort?: number
  /** Called with the running proxy's process, to end it. */
  onStart(child: ChildProcess): void
}

/** The sample with the ports, certificate and folders of this machine. */
export async function startNginx({ folder, serverPort, secondPort, onStart }: Started): Promise<Proxy> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const { file: certificate, keyFile: key } = certificateIn(folder)
  const accessLog = join(folder, 'access.log')
  const webRoot = join(folder, 'www')
  mkdirSync(join(webRoot, '.well-known/acme-challenge'), { recursive: true })
  writeFileSync(join(webRoot, '.well-known/acme-challenge/token'), 'proof')
  const site = replaced(sampleFile('nginx.conf'), [
    ['listen [::]:80;', ''],
    ['listen [::]:443 ssl http2;', ''],
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ', `listen 127.0.0.1:${httpsPort} `],
    ['server 127.0.0.1:8080 ', `server 127.0.0.1:${serverPort} `],
    ...(secondPort === undefined ? [] : [['#server 127.0.0.1:8081 ', `server 127.0.0.1:${secondPort} `] as const]),
    ['/var/cache/zhuzhan-nginx', join(folder, 'cache')],
    ['root /srv/zhuzhan;', `root ${dirname(sampleFile('502.html'))};`],
    ['/etc/letsencrypt/live/www.example.com/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/www.example.com/privkey.pem', key],
    ['/var/www/html', webRoot],
    ['/var/log/nginx/access.log', accessLog],
  ])
  await runNginx(folder, site, accessLog, { httpsPort, onStart })
  return { httpPort, httpsPort, accessLog }
}

/** What a page of docs/ adds to a panel's nginx, in `server` as the panel writes it: the file of the cache and the form 伪静态. */
export async function startPanelNginx(
  { folder, serverPort, onStart }: Started,
  page: string,
  server: (form: string, httpPort: number) => string,
): Promise<Proxy> {
  const httpPort = await freePort()
  const accessLog = join(folder, 'access.log')
  const [, script = ''] = /sed '([^']*proxy_cache_path[^']*)'/.exec(page) ?? []
  const cache = spawnSync('sed', [script, sampleFile('nginx.conf')], { encoding: 'utf8' }).stdout
  const form = replaced(sampleFile('nginx-panel.conf'), [
    ['127.0.0.1:8080', `127.0.0.1:${serverPort}`],
    ['/www/zhuzhan/current/deploy', dirname(sampleFile('502.html'))],
  ])
  writeFileSync(join(folder, 'form.conf'), form)
  const site = `${server(`include ${join(folder, 'form.conf')};`, httpPort)}
    ${cache.replace('/var/cache/zhuzhan-nginx', join(folder, 'cache'))}`
  await runNginx(folder, site, accessLog, { httpsPort: httpPort, onStart })
  return { httpPort, httpsPort: httpPort, accessLog }
}

async function runNginx(
  folder: string,
  site: string,
  accessLog: string,
  started: { httpsPort: number; onStart(child: ChildProcess): void },
): Promise<void> {
  writeFileSync(join(folder, 'site.conf'), site)
  const ownFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const main = `daemon off; master_process off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};
    events {}
    http { access_log ${accessLog}; gzip on; ${ownFolders.join(' ')} include ${join(folder, 'site.conf')}; }`
  writeFileSync(join(folder, 'nginx.conf'), main)
  const log = join(folder, 'error.log')
  await startProxy([programPath('nginx') ?? 'nginx', '-p', folder, '-e', log, '-c', join(folder, 'nginx.conf')], {
    folder,
    ...started,
  })
}

/** The sample with its optional certificate enabled. */
export async function startCaddy({ folder, serverPort, onStart }: Started): Promise<Proxy> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const { file: certificate, keyFile: key } = certificateIn(folder)
  const accessLog = join(folder, 'access.log')
  const site = replaced(sampleFile('Caddyfile'), [
    ['# tls /etc/ssl/example.pem /etc/ssl/example.key', `tls ${certificate} ${key}`],
    ['example.com {\n\tredir', `example.com {\n\ttls ${certificate} ${key}\n\tredir`],
    ['reverse_proxy 127.0.0.1:8080', `reverse_proxy 127.0.0.1:${serverPort}`],
    ['/var/log/caddy/zhuzhan.log', accessLog],
  ])
  const options = `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\tdefault_bind 127.0.0.1\n\tauto_https disable_certs\n}\n`
  writeFileSync(join(folder, 'Caddyfile'), options + site)
  await startProxy(
    [programPath('caddy') ?? 'caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
    { folder, httpsPort, onStart },
  )
  return { httpPort, httpsPort, accessLog }
}

/** Fails if the sample no longer contains the text to replace, so that the test never uses the machine's own files. */
function replaced(path: string, replacements: readonly (readonly [from: string, to: string])[]): string {
  let sample = readFileSync(path, 'utf8')
  for (const [from, to] of replacements) {
    if (!sample.includes(from)) throw new Error(`${path} no longer has: ${from}`)
    sample = sample.replaceAll(from, to)
  }
  return sample
}

const certificateIn = (folder: string): Certificate => selfSigned(folder, [siteName, siteName.replace('www.', '')])

/** In the foreground, with folders of its own: never the machine's own service. */
async function startProxy(
  [program = '', ...args]: string[],
  { folder, httpsPort, onStart }: { folder: string; httpsPort: number; onStart(child: ChildProcess): void },
): Promise<void> {
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onStart(child)
  const errors = text(child.stderr)
  await eventually(async () => child.exitCode !== null || (await accepts(httpsPort)), `${program} accepts connections`)
  if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${await errors}`)
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

export interface ProxyAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** The JSON reply; throws for anything else. */
  json(): { code: number; msg: string; data: ReturnType<JSON['parse']> }
}

interface Request {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array
  /** Without a Content-Length. */
  chunked?: boolean
  /** The loopback address to send from. */
  from?: string
  plain?: boolean
  /** How long nothing is read of the reply. */
  pauseMs?: number
}

/** One request on a connection of its own, under the site's name. */
export function askProxy(
  { httpPort, httpsPort }: Pick<Proxy, 'httpPort' | 'httpsPort'>,
  path: string,
  { method = 'GET', headers = {}, body, chunked, from, plain, pauseMs = 0 }: Request = {},
): Promise<ProxyAnswer> {
  const options: RequestOptions = {
    host: '127.0.0.1',
    port: plain ? httpPort : httpsPort,
    path,
    method,
    headers: { Host: siteName, ...(body && !chunked && { 'Content-Length': String(body.length) }), ...headers },
    agent: false,
    ...(from !== undefined && { localAddress: from }),
    // The certificate is not what is tested.
    ...(!plain && { servername: siteName, rejectUnauthorized: false }),
  }
  return new Promise((resolve, reject) => {
    const sent = (plain ? httpRequest : httpsRequest)(options, (response) => {
      const chunks: Buffer[] = []
      setTimeout(() => response.on('data', (chunk: Buffer) => chunks.push(chunk)), pauseMs)
      response.once('error', reject)
      response.once('end', () => {
        const whole = Buffer.concat(chunks)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: whole,
          json: () => JSON.parse(whole.toString()),
        })
      })
    })
    sent.once('error', reject)
    if (chunked && body) for (let at = 0; at < body.length; at += 65_536) sent.write(body.subarray(at, at + 65_536))
    sent.end(chunked ? undefined : body)
  })
}
