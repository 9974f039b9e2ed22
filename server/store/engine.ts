import { fileURLToPath } from 'node:url'
import type { Log } from '../log.ts'
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
  /** Ends the time in which no other server may start. */
  started(): Promise<void>
  /** Call it when the disk is closed. */
  release(): Promise<void>
}

interface Options {
  dataDir: string
  uploadsDir: string
  databaseUrl: string | undefined
}

export const openEngine = (options: Options, log: Log): Promise<Engine> =>
  options.databaseUrl === undefined ? openFiles(options, log) : openPostgres(options.databaseUrl, log)

/** Throws a LockHeld while another server runs on the folder. */
async function openFiles({ dataDir, uploadsDir }: Options, log: Log): Promise<Engine> {
  const lock = await acquireLock(dataDir)
  try {
    const finished = await finishSwap([dataDir, uploadsDir])
    if (finished !== undefined) log('warn', `completed the restore ${finished}, which had been interrupted`)
    return { disk: openDisk(dataDir, { log }), shared: undefined, started: async () => {}, release: lock.release }
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function openPostgres(address: string, log: Log): Promise<Engine> {
  const shared = await openShared(address, await loadDatabase(), log)
  return { disk: shared.disk, shared, started: shared.started, release: shared.close }
}

/** A program of its own, so that servers on files do without the package. */
async function loadDatabase(): Promise<OpenDatabase> {
  const isSource = import.meta.url.endsWith('.ts')
  const program = new URL(isSource ? './postgres/database.ts' : './postgres.mjs', import.meta.url)
  return ((await import(fileURLToPath(program))) as { openDatabase: OpenDatabase }).openDatabase
}
