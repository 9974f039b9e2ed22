import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export interface Owner {
  uid: number
  gid: number
  /** As /etc/passwd has it; the number where it has none. */
  name: string
}

/** Whoever runs a command on a folder that is another's. */
export class WrongUser extends Error {}

/** Whose a path is; where there is none yet, or we may not look at it, whose the nearest folder above it is. */
export function ownerOf(path: string): Owner {
  let at = resolve(path)
  for (;;) {
    const found = statOf(at)
    if (found) return { uid: found.uid, gid: found.gid, name: nameOf(found.uid) }
    at = dirname(at)
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') return undefined
    throw error
  }
}

/**
 * Makes this process the folder's owner, so that nothing it writes there is beyond the server's reach. Only root can; for anyone
 * else the error names the command that works.
 */
export function becomeOwner(folder: string): void {
  const owner = otherOwner(folder)
  if (!owner) return
  process.setgroups?.([])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}

/** The same for a while: what it returns makes this process root again, for what only root may write. */
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

/** Whoever a process of root must be for this folder; undefined where it may stay who it is. */
function otherOwner(folder: string): Owner | undefined {
  const me = process.geteuid?.()
  const owner = ownerOf(folder)
  if (me === undefined || owner.uid === me) return undefined
  if (me !== 0) throw new WrongUser(`${resolve(folder)} 属于用户 ${owner.name}，请以该用户运行：\n  ${commandAs(owner.name)}`)
  return owner
}

/** This very command as another user; sudo passes no settings on by itself. */
function commandAs(name: string): string {
  const settings = ['DATA_DIR', 'UPLOADS_DIR'].flatMap((key) => (process.env[key] ? [`${key}=${resolve(process.env[key])}`] : []))
  const words = ['sudo', '-u', name, ...(settings.length > 0 ? ['env', ...settings] : []), process.execPath, ...process.argv.slice(1)]
  return words.map(quoted).join(' ')
}

/** For a shell. */
export const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

export function nameOf(uid: number): string {
  const line = passwd().find((each) => each.split(':')[2] === String(uid))
  return line?.split(':')[0] ?? String(uid)
}

function passwd(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
