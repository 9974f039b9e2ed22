import { basename } from 'node:path'
import type { BackupFact } from '../../contract/entities.ts'
import { chinaTime } from '../store/chinaTime.ts'
import { type BackupRecord, createDate } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Archived } from './archiver.ts'

/** The result of an attempt to make a backup. */
export type BackupOutcome = Omit<BackupRecord, 'id' | 'createdAt'> & { at: number }

export const successOf = (at: number, file: string, { bytes, records, uploads, missing }: Archived): BackupOutcome => ({
  at, file, bytes, records, uploads, missing, failure: '',
})
export const failureOf = (at: number, file: string, failure: string): BackupOutcome => ({
  at, file, failure, bytes: 0, records: 0, uploads: 0, missing: 0,
})

/** Saves it as the last attempt, a daily one also as the last daily attempt, and, unless it failed, as the last verified backup. */
export async function recordBackup({ backup }: Pick<Store, 'backup'>, { at, ...outcome }: BackupOutcome, madeBy: 'command' | 'daily'): Promise<void> {
  const record = { ...outcome, createdAt: chinaTime(at) }
  if (outcome.failure === '') await backup.put({ ...record, id: 'verified' })
  await backup.put({ ...record, id: 'last' })
  if (madeBy === 'daily') await backup.put({ ...record, id: 'daily' })
}

const overdueMs = 48 * 3_600_000

/** What staff see of the backups. `daily`: whether the server makes them by itself. */
export function backupFact({ backup }: Pick<Store, 'backup'>, daily: boolean, now: number): BackupFact {
  const [verified, last] = [backup.get('verified'), backup.get('last')]
  return {
    daily,
    verified: verified
      ? { at: createDate(verified), file: basename(verified.file), bytes: verified.bytes, missing: verified.missing, hook: verified.hook ?? null }
      : null,
    failed: last && last.failure !== '' ? { at: createDate(last), reason: last.failure } : null,
    overdue: verified !== undefined && Date.parse(verified.createdAt) < now - overdueMs,
  }
}
