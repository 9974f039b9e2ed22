import { chinaTime } from '../store/chinaTime.ts'
import type { BackupRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Archived } from './archiver.ts'

/** What came of a try to make a backup. */
export type BackupOutcome = Omit<BackupRecord, 'id' | 'createdAt'> & { at: number }

export const madeOutcome = (at: number, file: string, { bytes, records, uploads, missing }: Archived): BackupOutcome => ({
  at, file, bytes, records, uploads, missing, failure: '',
})
export const failedOutcome = (at: number, file: string, failure: string): BackupOutcome => ({
  at, file, failure, bytes: 0, records: 0, uploads: 0, missing: 0,
})

/**
 * Remembers it: as the last try, apart from it as the last that was verified, which later failures leave as it is, and for the
 * schedule as the last of the daily ones.
 */
export async function recordBackup({ backup }: Pick<Store, 'backup'>, { at, ...outcome }: BackupOutcome, madeBy: 'command' | 'daily'): Promise<void> {
  const record = { ...outcome, createdAt: chinaTime(at) }
  if (outcome.failure === '') await backup.put({ ...record, id: 'verified' })
  await backup.put({ ...record, id: 'last' })
  if (madeBy === 'daily') await backup.put({ ...record, id: 'daily' })
}
