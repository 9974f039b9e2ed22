import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Misuse, unless } from './systemErrors.ts'

interface Owner {
  uid: number
  gid: number
  name: string
}

/** A command was run by a user who does not own the folder. */
export class WrongUser extends Misuse {}

/** The owner of a path; of its nearest parent where the path does not exist or is hidden from us. */
export function ownerOf(path: string): Owner {
  const { uid, gid } = statSync(nearestVisible(resolve(path)))
  return { uid, gid, name: userName(uid) }
}

/** The path itself, or its nearest parent that can be seen where it is missing or behind a folder that cannot be entered. */
function nearestVisible(path: string): string {
  try {
    statSync(path)
    return path
  } catch (error) {
    if (path === dirname(path)) throw error
    return nearestVisible(dirname(path))
  }
}

/**
 * Throws for any user but the folder's owner, root included: files that others leave there would keep the server out. The message has the
 * command that works.
 */
export function requireOwner(folder: string): void {
  const me = process.geteuid?.()
  const owner = ownerOf(folder)
  if (me === undefined || owner.uid === me) return
  throw new WrongUser(`${resolve(folder)} 属于用户 ${owner.name}，请以该用户运行：\n  ${commandAs(owner.name)}`)
}

/** For a command: root becomes the folder's owner for the rest of the program. Any other user is refused. */
export function becomeOwner(folder: string): void {
  if (process.geteuid?.() !== 0) return requireOwner(folder)
  const { uid, gid } = ownerOf(folder)
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

/** The current command as another user, with its settings, which sudo does not pass on. */
function commandAs(name: string): string {
  const settings = ['DATA_DIR', 'UPLOADS_DIR'].flatMap((key) => (process.env[key] ? [`${key}=${resolve(process.env[key])}`] : []))
  const words = ['sudo', '-u', name, ...(settings.length > 0 ? ['env', ...settings] : []), process.execPath, ...process.argv.slice(1)]
  return words.map(shellWord).join(' ')
}

const shellWord = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/** From /etc/passwd; the number where there is none. */
export function userName(uid: number): string {
  const lines = unless(['ENOENT'], () => readFileSync('/etc/passwd', 'utf8').split('\n')) ?? []
  const line = lines.find((each) => each.split(':')[2] === String(uid))
  return line?.split(':')[0] ?? String(uid)
}

/**
 * For a permission error: the file or folder that is not accessible, its owner, and the command that fixes it; undefined for any other
 * error. `ownFolders` are those that may be chowned completely to this process's user.
 */
export function accessProblem(error: unknown, ownFolders: readonly string[]): string | undefined {
  const uid = process.geteuid?.()
  const path = deniedPath(error)
  if (path === undefined || uid === undefined || uid === 0) return undefined
  const obstacle = nearestVisible(path)
  const owner = ownerOf(obstacle)
  const user = userName(uid)
  const isOwner = owner.uid === uid
  const reason = isOwner ? `its mode shuts out its owner ${user}` : `it belongs to ${owner.name} and this server runs as ${user}`
  const command = fixCommand(obstacle, isOwner, path, ownFolders.map((folder) => resolve(folder)))
  return `no access to ${obstacle}: ${reason}; to fix it run: ${command}`
}

function deniedPath(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error) || typeof error.path !== 'string') return undefined
  return error.code === 'EACCES' || error.code === 'EPERM' ? resolve(error.path) : undefined
}

function fixCommand(obstacle: string, isOwner: boolean, path: string, ownFolders: readonly string[]): string {
  const within = ownFolders.find((folder) => isIn(obstacle, folder))
  if (within !== undefined) return isOwner ? `chmod -R u+rwX ${shellWord(within)}` : `sudo chown -R ${account()} ${shellWord(within)}`
  // Folders above ours are used by others, too: do not change their owner.
  const wanted = ownFolders.find((folder) => isIn(path, folder)) ?? path
  return canEnter(obstacle)
    ? `sudo mkdir -p ${shellWord(wanted)} && sudo chown ${account()} ${shellWord(wanted)}`
    : `sudo chmod a+x ${shellWord(obstacle)}`
}

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** The user and group for chown. A user without a name has no group of that name either. */
function account(): string {
  const [uid = 0, gid = 0] = [process.geteuid?.(), process.getegid?.()]
  const name = userName(uid)
  return name === String(uid) ? `${uid}:${gid}` : `${name}:`
}

function canEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}
