import type { Log } from '../system/log.ts'
import { openStorageEngine, type StorageLocation } from './storageEngine.ts'
import { LockHeld } from './lock.ts'
import type { SiteDatabase } from './postgres/siteDatabase.ts'
import { openStore, type Store } from './store.ts'
import { NoStore, placeOf, requireStore } from './storeFolders.ts'

/**
 * Opens the store for a command, and throws a NoStore where there is none. While a server is running on the folder of files, it is asked
 * instead; a database is open to several programs.
 */
export async function offlineOrAsk<T>(
  options: StorageLocation,
  log: Log,
  work: (store: Store, database: SiteDatabase | undefined) => Promise<T>,
  ask: () => Promise<T>,
): Promise<T> {
  if (options.databaseUrl === undefined) requireStore(options.dataDir)
  const engine = await openStorageEngine(options, log).catch((error: unknown) => {
    if (error instanceof LockHeld) return undefined
    throw error
  })
  if (!engine) return ask()
  try {
    if (engine.database && (await engine.database.collections()).length === 0)
      throw new NoStore(placeOf(options), 'DATABASE_URL')
    const store = await openStore({ disk: engine.disk, now: Date.now, log })
    await engine.started()
    try {
      return await work(store, engine.database)
    } finally {
      await store.close()
    }
  } finally {
    // Also where no store was opened: connections would keep the command from ending.
    await engine.disk.close()
    await engine.release()
  }
}
