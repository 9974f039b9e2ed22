import { open, rm } from 'node:fs/promises'
import type { BackupActions } from '../staff/accountCommands.ts'
import { chinaTime } from '../store/chinaTime.ts'
import type { Store } from '../store/store.ts'
import { type BackupOutcome, recordBackup } from './backupState.ts'
import { writeSnapshot } from './snapshotFile.ts'

/** What a running server does for the backup command. */
export const backupActions = (store: Store, now: () => number): BackupActions => ({
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
  // The outcome comes from a file; the store rejects what is not such a record.
  record: (outcome) => recordBackup(store, outcome as BackupOutcome, 'command'),
})
