import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unless } from '../system/systemErrors.ts'
import { releaseFolder } from './releaseFolders.ts'

const units = '/etc/systemd/system'
/** By these a server is started, and finds its port. */
const starting = /^(?:Type|Requires|ExecStart|EnvironmentFile|WorkingDirectory)=/

const textAt = (path: string): string | undefined => unless(() => readFileSync(path, 'utf8'), ['ENOENT', 'EACCES'])

const startOf = (unit: string): string =>
  unit
    .split('\n')
    .filter((line) => starting.test(line))
    .sort()
    .join('\n')

interface Machine {
  home: string
  /** Where the files of the machine begin. */
  root?: string
}

/**
 * The commands by which the units of the machine become those of a release that cannot start with them; none where it can. One from
 * before the socket unit opens its port itself, which systemd holds.
 */
export function unitCommands(release: string, { home, root = '/' }: Machine): string[] {
  const unitOf = (name: string) => {
    const path = join(root, units, name)
    return { path, sample: join(releaseFolder(home, release), 'deploy', name), installed: textAt(path) }
  }
  const service = unitOf('zhuzhan.service')
  const socket = unitOf('zhuzhan.socket')
  const sample = textAt(service.sample)
  // Not a machine that was installed by the samples, or a release without them.
  if (!service.installed || sample === undefined) return []
  const isSocketForeign = socket.installed !== undefined && !existsSync(socket.sample)
  if (!isSocketForeign && startOf(service.installed) === startOf(sample)) return []
  return [
    ...(isSocketForeign ? ['systemctl disable --now zhuzhan.socket', `rm ${socket.path}`] : []),
    ...(socket.installed === undefined && existsSync(socket.sample) ? [`cp ${socket.sample} ${units}/`] : []),
    `cp ${service.sample} ${units}/`,
    'systemctl daemon-reload',
  ]
}
