import type { Log } from '../log.ts'
import { type EngineOptions, openEngine } from './engine.ts'
import { LockHeld } from './lock.ts'
import type { SiteDatabase } from './postgres/siteDatabase.ts'
import { openStore, type Store } from './store.ts'

/**
 * Opens the store for a command. Returns undefined, without calling `work`, while a server is running on the folder of files; a database
 * is open to several programs.
 */
export async function withOfflineStore<T>(
  options: EngineOptions, log: Log, work: (store: Store, database: SiteDatabase | undefined) => Promise<T>,
): Promise<T | undefined> {
  const engine = await openEngine(options, log).catch((error: unknown) => {
    if (error instanceof LockHeld) return undefined
    throw error
  })
  if (!engine) return undefined
  try {
    const store = await openStore({ disk: engine.disk, now: Date.now, log })
    await engine.started()
    try {
      return await work(store, engine.database)
    } finally {
      await store.close()
    }
  } finally {
    await engine.release()
  }
}
