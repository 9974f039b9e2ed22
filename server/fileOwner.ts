import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { unless } from './systemErrors.ts'

export interface Owner {
  uid: number
  gid: number
  /** From /etc/passwd; the number where there is none. */
  name: string
}

/** A command was run by a user who does not own the folder. */
export class WrongUser extends Error {}

/** The owner of a path; of its nearest parent where the path does not exist or is hidden from us. */
export function ownerOf(path: string): Owner {
  let at = resolve(path)
  for (;;) {
    const stats = unless(['EACCES'], () => statSync(at, { throwIfNoEntry: false }))
    if (stats) return { uid: stats.uid, gid: stats.gid, name: nameOf(stats.uid) }
    at = dirname(at)
  }
}

/**
 * Switches this process to the folder's owner, so that the server can access everything that it writes there. Only root can; for anyone
 * else the error contains the command that works.
 */
export function becomeOwner(folder: string): void {
  const owner = otherOwner(folder)
  if (!owner) return
  process.setgroups?.([])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}

/** The same temporarily: returns a function that makes this process root again, for what only root may write. */
export function actAsOwner(folder: string): () => void {
  const owner = otherOwner(folder)
  if (!owner) return () => {}
  process.setgroups?.([])
  process.setegid?.(owner.gid)
  process.seteuid?.(owner.uid)
  return () => {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
}

/** The owner to switch to; undefined when it is this process's user already. Throws when it is another user and we are not root. */
function otherOwner(folder: string): Owner | undefined {
  const me = process.geteuid?.()
  const owner = ownerOf(folder)
  if (me === undefined || owner.uid === me) return undefined
  if (me !== 0) throw new WrongUser(`${resolve(folder)} 属于用户 ${owner.name}，请以该用户运行：\n  ${commandAs(owner.name)}`)
  return owner
}

/** The current command as another user, with its settings, which sudo does not pass on. */
function commandAs(name: string): string {
  const settings = ['DATA_DIR', 'UPLOADS_DIR'].flatMap((key) => (process.env[key] ? [`${key}=${resolve(process.env[key])}`] : []))
  const words = ['sudo', '-u', name, ...(settings.length > 0 ? ['env', ...settings] : []), process.execPath, ...process.argv.slice(1)]
  return words.map(quoted).join(' ')
}

/** Quoted for a shell. */
export const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

export function nameOf(uid: number): string {
  const lines = unless(['ENOENT'], () => readFileSync('/etc/passwd', 'utf8').split('\n')) ?? []
  const line = lines.find((each) => each.split(':')[2] === String(uid))
  return line?.split(':')[0] ?? String(uid)
}
