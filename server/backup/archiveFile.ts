import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { version } from '../../package.json'
import { answersSignals } from '../store/lock.ts'
import { syncFolders } from '../store/syncFolders.ts'
import { workerProgram } from '../workerProgram.ts'
import type { Archived, FromArchiver } from './archiver.ts'
import { BackupFailure } from './backupFailure.ts'

const startArchiver = workerProgram(new URL('./archiver.ts', import.meta.url))

/** A thread that grows beyond this fails its backup; without a limit it could take the site with it. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

export interface MakeOptions {
  /** As `writeSnapshot` wrote it. */
  snapshot: FileHandle
  dataDir: string
  uploadsDir: string
  signal: AbortSignal
  progress?: (share: number) => void
}

/** An archive that is being made: under a temporary name beside its own, which it has only once it has been read back. */
export interface ArchiveFile {
  path: string
  /** Writes the archive in a thread and verifies it. */
  make(options: MakeOptions): Promise<Archived>
  /** Gives it its name, over an older archive of that name. */
  keep(): Promise<void>
  drop(): Promise<void>
}

/**
 * Root may open and keep one where the owner of the data may not write, and be that owner in between. The reserve, in bytes, is left
 * to the site, whose saves must go on meanwhile.
 */
export async function openArchiveFile(path: string, reserve: number): Promise<ArchiveFile> {
  const final = resolve(path)
  const folder = dirname(final)
  await sweepTemps(folder)
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
    async keep() {
      await file.close()
      await rename(temp, final)
      await syncFolders([folder])
    },
    async drop() {
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
  // Not before its end: until then it has the files open.
  await new Promise((resolve) => worker.once('exit', resolve))
  if (archived === undefined) throw failure
  return archived
}

const tempPrefix = '.zhuzhan-backup-'
const tempIn = (folder: string): string => join(folder, `${tempPrefix}${process.pid}-${randomBytes(6).toString('hex')}`)

/** A file to write and read again, which has no name and so is gone with its process. */
export async function openScratch(folder: string): Promise<FileHandle> {
  const path = tempIn(folder)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

/** Removes what killed processes left behind. A process makes one backup at a time, so what bears its own number is not in use either. */
export async function sweepTemps(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = /^\.zhuzhan-backup-(\d+)-[0-9a-f]{12}$/.exec(name) ?? []
    if (pid !== undefined && (Number(pid) === process.pid || !answersSignals(Number(pid)))) await rm(join(folder, name), { force: true })
  }
}
