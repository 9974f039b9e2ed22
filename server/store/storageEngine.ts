import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../system/log.ts'
import { ignoreMissing } from '../system/systemErrors.ts'
import { type Disk, openDisk } from './disk.ts'
import { agreementFile, agreementRecord } from './format.ts'
import { acquireLock } from './lock.ts'
import type { OpenDatabase } from './postgres/database.ts'
import { openSiteDatabase, type SiteDatabase } from './postgres/siteDatabase.ts'
import { createReserve } from './reserve.ts'
import { finishSwap } from './swapFolders.ts'
import type { Commit } from './writeQueue.ts'

/** Where the site is kept: a folder of files for one server, or a database for several. */
export interface StorageEngine {
  disk: Disk
  /** What the servers on one database have in common; undefined for a folder of files. */
  database: SiteDatabase | undefined
  /** The company's own agreement for its staff, stored beside the records. */
  agreement(): Promise<string | undefined>
  /** Lets other servers of the database start. */
  started(): Promise<void>
  /** Call it when the disk is closed. */
  release(): Promise<void>
}

export interface StorageLocation {
  dataDir: string
  uploadsDir: string
  /** The address of a database; undefined for a folder of files. */
  databaseUrl?: string | undefined
}

/** Commits what is written below a folder. */
export type CommitIn = (root: string) => Commit

/** Tests pass `commit` in place of the writer thread. */
export const openStorageEngine = (options: StorageLocation, log: Log, commitIn?: CommitIn): Promise<StorageEngine> =>
  options.databaseUrl === undefined
    ? openFiles(options, log, commitIn)
    : openPostgres(options.databaseUrl, options.dataDir, log)

const agreementIn = (dataDir: string): Promise<string | undefined> =>
  readFile(join(dataDir, agreementFile), 'utf8').catch(ignoreMissing)

/** Throws a LockHeld while another server runs on the folder. */
async function openFiles(
  { dataDir, uploadsDir }: StorageLocation,
  log: Log,
  commitIn: CommitIn | undefined,
): Promise<StorageEngine> {
  const lock = await acquireLock(dataDir)
  try {
    const restoreTime = await finishSwap([dataDir, uploadsDir])
    if (restoreTime !== undefined) log('warn', `completed the restore ${restoreTime}, which had been interrupted`)
    const disk = openDisk(dataDir, {
      log,
      reserve: createReserve(dataDir),
      ...(commitIn && { commit: commitIn(dataDir) }),
    })
    return {
      disk,
      database: undefined,
      agreement: () => agreementIn(dataDir),
      started: async () => {},
      release: lock.release,
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function openPostgres(address: string, dataDir: string, log: Log): Promise<StorageEngine> {
  const database = await openSiteDatabase(address, await loadDatabase(), log)
  const { disk, started, close } = database
  const agreement = async (): Promise<string | undefined> => {
    const inFolder = await agreementIn(dataDir)
    if (inFolder !== undefined) return inFolder
    const record = (await disk.load(agreementRecord.collection)).find(({ id }) => id === agreementRecord.id)
    return (record?.value as { text: string } | undefined)?.text
  }
  return { disk, database, agreement, started, release: close }
}

/** In a bundle of its own, so that servers on files do not load the package. */
export async function loadDatabase(): Promise<OpenDatabase> {
  const isSource = import.meta.url.endsWith('.ts')
  const program = new URL(isSource ? './postgres/database.ts' : './postgres.mjs', import.meta.url)
  return ((await import(fileURLToPath(program))) as { openDatabase: OpenDatabase }).openDatabase
}
