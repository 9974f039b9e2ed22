import { randomBytes } from 'node:crypto'
import { readdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { version } from '../../package.json'
import { syncFolder } from '../system/folders.ts'
import { isRunning } from '../store/lock.ts'
import type { StorageLocation } from '../store/storageEngine.ts'
import { workerProgram } from '../system/workerProgram.ts'
import { replyOf } from '../system/workerReply.ts'
import type { Archived, ArchiverWork } from './archiver.ts'

const startArchiver = workerProgram(new URL('./archiver.ts', import.meta.url))

/** A thread that needs more memory fails its backup; without a limit it could end the server. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

interface Backup extends StorageLocation {
  /** Replaced when the new archive has been verified. */
  path: string
  siteUrl: string | undefined
  /** How many bytes to leave free for the site, which goes on saving meanwhile. */
  diskReserve: number
  /** The share of the uploads that records name that may be missing. */
  mayLack: number
  signal: AbortSignal
  /** Resolves to the path of a file with what `writeSnapshot` wrote: the given one, or another. */
  takeSnapshot(scratch: string): Promise<string>
}

/** Writes an archive under a temporary name, and renames it when it has been read back. */
export async function makeArchive({
  path,
  dataDir,
  uploadsDir,
  databaseUrl,
  siteUrl = '',
  diskReserve,
  mayLack,
  signal,
  takeSnapshot,
}: Backup): Promise<Archived> {
  const folder = dirname(path)
  await removeTemps(folder)
  const scratch = tempIn(folder)
  const temp = tempIn(folder)
  try {
    const snapshot = await takeSnapshot(scratch)
    const { bavail, bsize } = await statfs(folder)
    signal.throwIfAborted()
    const work: ArchiverWork = {
      snapshot,
      archive: temp,
      dataDir,
      uploadsDir,
      databaseUrl,
      scratch: tempIn(folder),
      version,
      siteUrl,
      mayLack,
      free: bavail * bsize - diskReserve,
    }
    const archived = await replyOf<Archived>(
      startArchiver({ name: 'archiver', workerData: work, resourceLimits }),
      signal,
    )
    await rename(temp, path)
    await syncFolder(folder)
    return archived
  } catch (error) {
    for (const each of [scratch, temp]) await rm(each, { force: true })
    throw error
  }
}

const tempIn = (folder: string): string =>
  join(folder, `.zhuzhan-backup-${process.pid}-${randomBytes(6).toString('hex')}`)

/** Removes the temporary files of killed processes. A process makes one backup at a time, so files with its own number are unused, too. */
export async function removeTemps(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = /^\.zhuzhan-backup-(\d+)-[0-9a-f]{12}$/.exec(name) ?? []
    if (pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid))))
      await rm(join(folder, name), { force: true })
  }
}
