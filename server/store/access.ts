import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { nameOf, ownerOf, quoted } from '../fileOwner.ts'

/** Throws as its use would, now rather than later, when a folder that is there cannot be entered, read and written. */
export function checkAccess(folder: string): void {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/**
 * Which file or folder is in the way, whose it is, and the command that mends it; undefined for errors that are about something
 * else. `ours` are the folders that may be given to this process altogether.
 */
export function accessProblem(error: unknown, ours: readonly string[]): string | undefined {
  const uid = process.geteuid?.()
  const path = deniedPath(error)
  if (path === undefined || uid === undefined || uid === 0) return undefined
  const obstacle = nearestVisible(path)
  const owner = ownerOf(obstacle)
  const me = nameOf(uid)
  const own = owner.uid === uid
  const why = own ? `its mode shuts out its owner ${me}` : `it belongs to ${owner.name} and this server runs as ${me}`
  const command = mend(obstacle, own, path, ours.map((folder) => resolve(folder)))
  return `no access to ${obstacle}: ${why}; to mend it run: ${command}`
}

function deniedPath(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error) || typeof error.path !== 'string') return undefined
  return error.code === 'EACCES' || error.code === 'EPERM' ? resolve(error.path) : undefined
}

/** Of a path that is missing, or behind a folder that cannot be entered, that which is in the way. */
function nearestVisible(path: string): string {
  try {
    statSync(path)
    return path
  } catch {
    return path === dirname(path) ? path : nearestVisible(dirname(path))
  }
}

function mend(obstacle: string, own: boolean, path: string, ours: readonly string[]): string {
  const within = ours.find((folder) => isIn(obstacle, folder))
  if (within !== undefined) return own ? `chmod -R u+rwX ${quoted(within)}` : `sudo chown -R ${account()} ${quoted(within)}`
  // Above our folders others live too: it is theirs to keep.
  const wanted = ours.find((folder) => isIn(path, folder)) ?? path
  return enterable(obstacle) ? `sudo mkdir -p ${quoted(wanted)} && sudo chown ${account()} ${quoted(wanted)}` : `sudo chmod a+x ${quoted(obstacle)}`
}

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** For chown; a user without a name has no group that goes by it. */
function account(): string {
  const [uid = 0, gid = 0] = [process.geteuid?.(), process.getegid?.()]
  const name = nameOf(uid)
  return name === String(uid) ? `${uid}:${gid}` : `${name}:`
}

function enterable(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}
