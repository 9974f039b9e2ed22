import type { Log } from '../log.ts'
import { openEngine } from './engine.ts'
import { LockHeld } from './lock.ts'
import type { Shared } from './postgres/shared.ts'
import { openStore, type Store } from './store.ts'

interface Options {
  dataDir: string
  uploadsDir: string
  databaseUrl?: string | undefined
}

/**
 * Opens the store for a command. Returns undefined, without calling `work`, while a server is running on the folder of files; a database
 * is open to several programs.
 */
export async function withOfflineStore<T>({ dataDir, uploadsDir, databaseUrl }: Options, log: Log, work: (store: Store, shared: Shared | undefined) => Promise<T>): Promise<T | undefined> {
  const engine = await openEngine({ dataDir, uploadsDir, databaseUrl }, log).catch((error: unknown) => {
    if (error instanceof LockHeld) return undefined
    throw error
  })
  if (!engine) return undefined
  try {
    const store = await openStore({ disk: engine.disk, now: Date.now, log })
    await engine.started()
    try {
      return await work(store, engine.shared)
    } finally {
      await store.close()
    }
  } finally {
    await engine.release()
  }
}
