import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { userName } from './fileOwner.ts'
import { unless } from './systemErrors.ts'

/** Which process listens at a TCP port, in words; undefined where the system does not tell. Linux shows it in /proc. */
export function portHolder(port: number): string | undefined {
  const listener = listenersIn('/proc/net/tcp', '/proc/net/tcp6').find((listener) => listener.port === port)
  if (!listener) return undefined
  const pid = processIds().find((id) => hasSocket(id, listener.inode))
  // Root alone sees the sockets of other users.
  if (pid === undefined) return `a process of the user ${userName(listener.uid)}`
  const name = unless(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim(), hidden)
  return `process ${pid} (${name ?? 'unknown'})`
}

const hidden = ['ENOENT', 'ESRCH', 'EACCES', 'EPERM']

/** The state of a socket that listens, as the kernel writes it. */
const listening = '0A'

function listenersIn(...tables: string[]) {
  const lines = tables.flatMap((table) =>
    (unless(() => readFileSync(table, 'utf8'), hidden) ?? '').split('\n').slice(1),
  )
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , uid, , inode] = line.trim().split(/\s+/)
    if (state !== listening || uid === undefined || inode === undefined) return []
    return [{ port: Number.parseInt(local.slice(local.indexOf(':') + 1), 16), uid: Number(uid), inode }]
  })
}

const processIds = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name))

const hasSocket = (pid: string, inode: string): boolean =>
  (unless(() => readdirSync(`/proc/${pid}/fd`), hidden) ?? []).some(
    (descriptor) => unless(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`), hidden) === `socket:[${inode}]`,
  )
