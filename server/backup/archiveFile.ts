import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { version } from '../../package.json'
import { isRunning } from '../store/lock.ts'
import { syncFolder } from '../folders.ts'
import { workerProgram } from '../workerProgram.ts'
import type { Archived, FromArchiver } from './archiver.ts'
import { BackupFailure } from './backupFailure.ts'

const startArchiver = workerProgram(new URL('./archiver.ts', import.meta.url))

/** A thread that needs more memory fails its backup; without a limit it could end the server. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

interface MakeOptions {
  /** As `writeSnapshot` wrote it. */
  snapshot: FileHandle
  dataDir: string
  uploadsDir: string
  signal: AbortSignal
  progress?: (share: number) => void
}

/** An archive in progress. It has a temporary name in the target folder until it has been read back. */
interface ArchiveFile {
  path: string
  /** Writes the archive in a thread and verifies it. */
  make(options: MakeOptions): Promise<Archived>
  /** Renames it to its final name, replacing an older archive. */
  commit(): Promise<void>
  discard(): Promise<void>
}

/**
 * Opening and committing may run as root, where the owner of the data may not write, with the owner's rights in between. `reserve` is
 * how many bytes to leave free for the site, which goes on saving meanwhile.
 */
export async function openArchiveFile(path: string, reserve: number): Promise<ArchiveFile> {
  const final = resolve(path)
  const folder = dirname(final)
  await removeTemps(folder)
  const temp = tempIn(folder)
  const file = await open(temp, 'wx+', 0o600)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize - reserve

  return {
    path: final,
    async make({ snapshot, dataDir, uploadsDir, signal, progress = () => {} }) {
      const { size } = await snapshot.stat()
      signal.throwIfAborted()
      const workerData = { snapshot: snapshot.fd, archive: file.fd, dataDir, uploadsDir, version, free: free - size }
      const worker = startArchiver({ name: 'archiver', workerData, resourceLimits })
      const stop = (): void => void worker.terminate()
      signal.addEventListener('abort', stop)
      try {
        return await outcomeOf(worker, progress)
      } finally {
        signal.removeEventListener('abort', stop)
        signal.throwIfAborted()
      }
    },
    async commit() {
      await file.close()
      await rename(temp, final)
      await syncFolder(folder)
    },
    async discard() {
      await file.close()
      await rm(temp, { force: true })
    },
  }
}

async function outcomeOf(worker: Worker, progress: (share: number) => void): Promise<Archived> {
  let archived: Archived | undefined
  let failure: Error = new Error('the thread of the backup ended before it was done')
  worker.on('message', (message: FromArchiver) => {
    if ('progress' in message) progress(message.progress)
    else if ('archived' in message) archived = message.archived
    else failure = new BackupFailure(message.refused)
  })
  worker.on('error', (error: Error) => (failure = error))
  // Wait for its exit: until then it has the files open.
  await new Promise((resolve) => worker.once('exit', resolve))
  if (archived === undefined) throw failure
  return archived
}

const tempPrefix = '.zhuzhan-backup-'
const tempIn = (folder: string): string => join(folder, `${tempPrefix}${process.pid}-${randomBytes(6).toString('hex')}`)

/** A temporary file without a name: it disappears with the process. */
export async function openUnnamed(folder: string): Promise<FileHandle> {
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
