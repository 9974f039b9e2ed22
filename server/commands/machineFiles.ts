import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unless } from '../system/systemErrors.ts'
import { releaseFolder } from './releaseFolders.ts'

const units = '/etc/systemd/system'
/** What the operator has made of the samples of a release. */
const places: Readonly<Record<string, string>> = {
  'zhuzhan.service': `${units}/zhuzhan.service`,
  'zhuzhan.socket': `${units}/zhuzhan.socket`,
  'zhuzhan-warm.service': `${units}/zhuzhan-warm.service`,
  'zhuzhan-warm.timer': `${units}/zhuzhan-warm.timer`,
  'nginx.conf': '/etc/nginx/sites-available/zhuzhan',
  Caddyfile: '/etc/caddy/Caddyfile',
}

/** What an operator sets there: addresses, certificates, folders, limits. */
const ofTheOperator =
  /^(?:listen|http2|server|server_name|ssl_certificate|ssl_certificate_key|root|tls)\s|^(?:ListenStream|MemoryHigh|MemoryMax|OnCalendar)=/

const textAt = (path: string): string | undefined => unless(['ENOENT', 'EACCES'], () => readFileSync(path, 'utf8'))

/** Without comments and indentation, under the samples' domain. */
function statementsOf(text: string, domain: string): Set<string> {
  const sampled = domain === '' ? text : text.replaceAll(domain, 'example.com')
  const statements = sampled.split('\n').map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
  return new Set(statements.filter((statement) => statement !== '' && !ofTheOperator.test(statement)))
}

interface Machine {
  home: string
  siteUrl?: string | undefined
  /** Where the files of the machine begin. */
  root?: string
}

const domainOf = (siteUrl: string | undefined): string =>
  siteUrl === undefined ? '' : new URL(siteUrl).hostname.replace(/^www\./, '')
const sampleOf = (home: string, release: string, name: string): string =>
  join(releaseFolder(home, release), 'deploy', name)

interface OtherFile {
  path: string
  sample: string
  /** The first statement that only one of them has; undefined where the file is missing. */
  statement: string | undefined
}

/** What nginx shows last, from the folder that it names. */
function missingPage(release: string, { home, root = '/' }: Machine): OtherFile[] {
  const [, folder] =
    /^location = \/502\.html \{\s+root (\S+);/m.exec(
      (textAt(join(root, places['nginx.conf'] ?? '')) ?? '').replaceAll(/^ +/gm, ''),
    ) ?? []
  if (folder === undefined || existsSync(join(root, folder, '502.html'))) return []
  return [{ path: join(folder, '502.html'), sample: sampleOf(home, release, '502.html'), statement: undefined }]
}

/**
 * Files of the machine that are not as this release has them. What an operator has added does not count: only what a release had once
 * and this one has no more.
 */
export function otherFiles(release: string, machine: Machine): OtherFile[] {
  const { home, siteUrl, root = '/' } = machine
  const others = readdirSync(join(home, 'releases')).filter((name) => name !== release && !name.startsWith('.'))
  const different = Object.entries(places).flatMap(([name, place]) => {
    const path = join(root, place)
    const installed = textAt(path)
    const sample = textAt(sampleOf(home, release, name))
    if (installed === undefined || sample === undefined) return []
    const here = statementsOf(installed, domainOf(siteUrl))
    const wanted = statementsOf(sample, '')
    const earlier = new Set(others.flatMap((other) => [...statementsOf(textAt(sampleOf(home, other, name)) ?? '', '')]))
    const missing = [...wanted].find((statement) => !here.has(statement))
    const outlived = [...here].find((statement) => !wanted.has(statement) && earlier.has(statement))
    const statement = missing ?? outlived
    return statement === undefined ? [] : [{ path, sample: sampleOf(home, release, name), statement }]
  })
  return [...different, ...missingPage(release, machine)]
}

/** By these a server is started, and finds its port. */
const starting = /^(?:Type|Requires|ExecStart|EnvironmentFile|WorkingDirectory)=/

/**
 * The commands by which the units of the machine become those of a release that cannot start with them; none where it can. One from
 * before the socket unit opens its port itself, which systemd holds.
 */
export function unitCommands(release: string, { home, root = '/' }: Machine): string[] {
  const unitOf = (name: string): { path: string; sample: string; installed: string | undefined } => {
    const path = join(root, places[name] ?? '')
    return { path, sample: sampleOf(home, release, name), installed: textAt(path) }
  }
  const service = unitOf('zhuzhan.service')
  const socket = unitOf('zhuzhan.socket')
  const sample = textAt(service.sample)
  // Not a machine that was installed by the samples, or a release without them.
  if (!service.installed || sample === undefined) return []
  const startOf = (text: string): string =>
    [...statementsOf(text, '')]
      .filter((statement) => starting.test(statement))
      .sort()
      .join('\n')
  const isSocketForeign = socket.installed !== undefined && !existsSync(socket.sample)
  if (!isSocketForeign && startOf(service.installed) === startOf(sample)) return []
  return [
    ...(isSocketForeign ? ['systemctl disable --now zhuzhan.socket', `rm ${socket.path}`] : []),
    ...(socket.installed === undefined && existsSync(socket.sample) ? [`cp ${socket.sample} ${units}/`] : []),
    `cp ${service.sample} ${units}/`,
    'systemctl daemon-reload',
  ]
}
