import type { Log } from '../log.ts'
import { openDisk } from '../store/disk.ts'
import { LockHeld, takeLock } from '../store/lock.ts'
import { openStore, type Store } from '../store/store.ts'
import { finishSwap } from '../store/swapFolders.ts'

/** Works on the store while no server does; undefined, with nothing done, when one does. */
export async function withStore<T>({ dataDir, uploadsDir }: { dataDir: string; uploadsDir: string }, log: Log, work: (store: Store) => Promise<T>): Promise<T | undefined> {
  const lock = await takeLock(dataDir).catch((held: unknown) => {
    if (held instanceof LockHeld) return undefined
    throw held
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
