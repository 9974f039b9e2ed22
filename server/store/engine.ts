import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../log.ts'
import { ignore } from '../systemErrors.ts'
import { type Disk, openDisk } from './disk.ts'
import { acquireLock } from './lock.ts'
import type { OpenDatabase } from './postgres/database.ts'
import { openShared, type Shared } from './postgres/shared.ts'
import { finishSwap } from './swapFolders.ts'

/** Where the site is kept: a folder of files for one server, or a database for several. */
export interface Engine {
  disk: Disk
  /** What the servers on one database have in common; undefined for a folder of files. */
  shared: Shared | undefined
  /** The company's own agreement for its staff, stored beside the records. */
  agreement(): Promise<string | undefined>
  /** Lets other servers of the database start. */
  started(): Promise<void>
  /** Call it when the disk is closed. */
  release(): Promise<void>
}

export const agreementFile = 'agreement.md'
export const agreementRecord = { collection: 'meta', id: 'agreement' }

interface Options {
  dataDir: string
  uploadsDir: string
  databaseUrl: string | undefined
}

export const openEngine = (options: Options, log: Log): Promise<Engine> =>
  options.databaseUrl === undefined ? openFiles(options, log) : openPostgres(options.databaseUrl, options.dataDir, log)

const agreementIn = (dataDir: string): Promise<string | undefined> => readFile(join(dataDir, agreementFile), 'utf8').catch(ignore('ENOENT'))

/** Throws a LockHeld while another server runs on the folder. */
async function openFiles({ dataDir, uploadsDir }: Options, log: Log): Promise<Engine> {
  const lock = await acquireLock(dataDir)
  try {
    const finished = await finishSwap([dataDir, uploadsDir])
    if (finished !== undefined) log('warn', `completed the restore ${finished}, which had been interrupted`)
    return { disk: openDisk(dataDir, { log }), shared: undefined, agreement: () => agreementIn(dataDir), started: async () => {}, release: lock.release }
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function openPostgres(address: string, dataDir: string, log: Log): Promise<Engine> {
  const shared = await openShared(address, await loadDatabase(), log)
  const { disk, started, close } = shared
  const agreement = async (): Promise<string | undefined> => {
    const own = await agreementIn(dataDir)
    if (own !== undefined) return own
    const record = (await disk.load(agreementRecord.collection)).find(({ id }) => id === agreementRecord.id)
    return (record?.value as { text: string } | undefined)?.text
  }
  return { disk, shared, agreement, started, release: close }
}

/** In a bundle of its own, so that servers on files do not load the package. */
async function loadDatabase(): Promise<OpenDatabase> {
  const isSource = import.meta.url.endsWith('.ts')
  const program = new URL(isSource ? './postgres/database.ts' : './postgres.mjs', import.meta.url)
  return ((await import(fileURLToPath(program))) as { openDatabase: OpenDatabase }).openDatabase
}
