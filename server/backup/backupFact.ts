import type { BackupFact } from '../../contract/entities.ts'
import { basename } from 'node:path'
import { createDate } from '../store/records.ts'
import type { Store } from '../store/store.ts'

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
