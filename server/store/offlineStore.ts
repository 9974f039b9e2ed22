import type { Log } from '../log.ts'
import { openDisk } from './disk.ts'
import { acquireLock, LockHeld } from './lock.ts'
import { openStore, type Store } from './store.ts'
import { finishSwap } from './swapFolders.ts'

/** Opens the store while no server is running. Returns undefined, without doing anything, when one is. */
export async function withOfflineStore<T>({ dataDir, uploadsDir }: { dataDir: string; uploadsDir: string }, log: Log, work: (store: Store) => Promise<T>): Promise<T | undefined> {
  const lock = await acquireLock(dataDir).catch((error: unknown) => {
    if (error instanceof LockHeld) return undefined
    throw error
  })
  if (!lock) return undefined
  try {
    await finishSwap([dataDir, uploadsDir])
    const store = await openStore({ disk: openDisk(dataDir, { log }), now: Date.now, log })
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  } finally {
    await lock.release()
  }
}
