import { accessSync, closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync, realpathSync } from 'node:fs'
import { access, open } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { unless } from './systemErrors.ts'

/** Folders can be synced everywhere but on Windows, whose file system journals names by itself. */
export const canSyncFolders = process.platform !== 'win32'

/** Makes the folder and its missing parents durable: the names survive a power cut. */
export function makeFolder(path: string, mode = 0o700): void {
  const folder = resolve(path)
  const first = mkdirSync(folder, { recursive: true, mode })
  if (first === undefined || !canSyncFolders) return
  const existing = dirname(resolve(first))
  for (let child = folder; child !== existing; child = dirname(child)) {
    const fd = openSync(dirname(child), 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  }
}

/** Without symbolic links. Of a path that does not exist or is hidden from us, those of its nearest parent are resolved. */
export function realPath(path: string): string {
  const absolute = resolve(path)
  const parent = dirname(absolute)
  const real = unless(() => realpathSync(absolute), ['ENOENT', 'ENOTDIR', 'EACCES'])
  return real ?? (parent === absolute ? absolute : join(realPath(parent), basename(absolute)))
}

/** Throws now, rather than at the first use, when a folder exists that cannot be entered, read and written. */
export function checkAccess(folder: string): void {
  unless(() => accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK))
}

const { R_OK, W_OK, X_OK } = constants
const canAccess = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  )
/** Docker and Podman leave these files. */
export const isInContainer = (): boolean => ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path))

/** Whether a folder exists that can be entered, read and written. The trailing slash makes it false for anything else. */
export const isUsableFolder = (path: string): Promise<boolean> => canAccess(join(path, '/'), R_OK | W_OK | X_OK)
/** The same of a program that can be run. */
export const isProgram = (path: string): Promise<boolean> => canAccess(path, R_OK | X_OK)

/** The written content is on disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new name is on disk only when its folder is. */
export async function syncFolder(path: string): Promise<void> {
  if (!canSyncFolders) return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
