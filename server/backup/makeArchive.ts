import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { version } from '../../package.json'
import { syncFolder } from '../system/folders.ts'
import { isRunning } from '../store/lock.ts'
import { workerProgram } from '../system/workerProgram.ts'
import { replyOf } from '../system/workerReply.ts'
import type { Archived } from './archiver.ts'

const startArchiver = workerProgram(new URL('./archiver.ts', import.meta.url))

/** A thread that needs more memory fails its backup; without a limit it could end the server. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

interface Backup {
  /** Replaced when the new archive has been verified. */
  path: string
  dataDir: string
  uploadsDir: string
  /** How many bytes to leave free for the site, which goes on saving meanwhile. */
  diskReserve: number
  /** The share of the uploads that records name that may be missing. */
  mayLack: number
  signal: AbortSignal
  /** Resolves to a file with what `writeSnapshot` wrote: the given one, or another. */
  takeSnapshot(scratch: FileHandle): Promise<FileHandle>
}

/** Writes an archive under a temporary name, and renames it when it has been read back. */
export async function makeArchive({ path, diskReserve, takeSnapshot, ...options }: Backup): Promise<Archived> {
  const folder = dirname(path)
  await removeTemps(folder)
  const temp = tempIn(folder)
  const files: FileHandle[] = []
  try {
    const scratch = await openUnnamed(folder)
    files.push(scratch)
    const archive = await open(temp, 'wx+', 0o600)
    files.push(archive)
    const copies = await openUnnamed(folder)
    files.push(copies)
    const { bavail, bsize } = await statfs(folder)
    const snapshot = await takeSnapshot(scratch)
    files.push(snapshot)
    const archived = await write({ ...options, snapshot, archive, copies, free: bavail * bsize - diskReserve })
    await archive.close()
    await rename(temp, path)
    await syncFolder(folder)
    return archived
  } catch (error) {
    await rm(temp, { force: true })
    throw error
  } finally {
    for (const file of files) await file.close()
  }
}

interface Source extends Pick<Backup, 'dataDir' | 'uploadsDir' | 'mayLack' | 'signal'> {
  snapshot: FileHandle
  archive: FileHandle
  copies: FileHandle
  free: number
}

/** Writes and verifies the archive in a thread. */
async function write({ snapshot, archive, copies, dataDir, uploadsDir, mayLack, free, signal }: Source): Promise<Archived> {
  const { size } = await snapshot.stat()
  signal.throwIfAborted()
  const fds = { snapshot: snapshot.fd, archive: archive.fd, scratch: copies.fd }
  const workerData = { ...fds, dataDir, uploadsDir, version, mayLack, free: free - size }
  const worker = startArchiver({ name: 'archiver', workerData, resourceLimits })
  return replyOf<Archived>(worker, signal)
}

const tempIn = (folder: string): string => join(folder, `.zhuzhan-backup-${process.pid}-${randomBytes(6).toString('hex')}`)

/** A temporary file without a name: it disappears with the process. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  const path = tempIn(folder)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

/** Removes the temporary files of killed processes. A process makes one backup at a time, so files with its own number are unused, too. */
export async function removeTemps(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = /^\.zhuzhan-backup-(\d+)-[0-9a-f]{12}$/.exec(name) ?? []
    if (pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)))) await rm(join(folder, name), { force: true })
  }
}
