import { open, rm } from 'node:fs/promises'
import type { Backups } from '../staff/orders.ts'
import { chinaTime } from '../store/chinaTime.ts'
import type { Store } from '../store/store.ts'
import { type BackupOutcome, recordBackup } from './backupState.ts'
import { writeSnapshot } from './snapshotFile.ts'

/** What a running server does for the backup command. */
export const backupOrders = (store: Store, now: () => number): Backups => ({
  async snapshot(path) {
    const file = await open(path, 'wx', 0o600)
    try {
      await writeSnapshot(file, chinaTime(now()), store.snapshot())
    } catch (error) {
      await rm(path)
      throw error
    } finally {
      await file.close()
    }
  },
  // The store refuses what is no such record.
  record: (outcome) => recordBackup(store, outcome as BackupOutcome, 'command'),
})
