import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { nameOf, ownerOf, quoted } from '../fileOwner.ts'

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
  const user = nameOf(uid)
  const isOwner = owner.uid === uid
  const reason = isOwner ? `its mode shuts out its owner ${user}` : `it belongs to ${owner.name} and this server runs as ${user}`
  const command = fixCommand(obstacle, isOwner, path, ownFolders.map((folder) => resolve(folder)))
  return `no access to ${obstacle}: ${reason}; to fix it run: ${command}`
}

function deniedPath(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error) || typeof error.path !== 'string') return undefined
  return error.code === 'EACCES' || error.code === 'EPERM' ? resolve(error.path) : undefined
}

/** The path itself, or its nearest parent that can be seen where it is missing or behind a folder that cannot be entered. */
function nearestVisible(path: string): string {
  try {
    statSync(path)
    return path
  } catch {
    return path === dirname(path) ? path : nearestVisible(dirname(path))
  }
}

function fixCommand(obstacle: string, isOwner: boolean, path: string, ownFolders: readonly string[]): string {
  const within = ownFolders.find((folder) => isIn(obstacle, folder))
  if (within !== undefined) return isOwner ? `chmod -R u+rwX ${quoted(within)}` : `sudo chown -R ${account()} ${quoted(within)}`
  // Folders above ours are used by others, too: do not change their owner.
  const wanted = ownFolders.find((folder) => isIn(path, folder)) ?? path
  return canEnter(obstacle) ? `sudo mkdir -p ${quoted(wanted)} && sudo chown ${account()} ${quoted(wanted)}` : `sudo chmod a+x ${quoted(obstacle)}`
}

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** The user and group for chown. A user without a name has no group of that name either. */
function account(): string {
  const [uid = 0, gid = 0] = [process.geteuid?.(), process.getegid?.()]
  const name = nameOf(uid)
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
