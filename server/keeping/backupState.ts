import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename } from 'node:path'
import { chinaTime } from '../system/chinaTime.ts'
import { createDate } from '../store/kind.ts'
import type { BackupRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { errorCode } from '../system/systemErrors.ts'
import type { Archived } from './archiver.ts'
import { missingWords } from './manifest.ts'
import { writeSnapshot } from './snapshotFile.ts'

/** What a running server does for the backup command. */
export interface BackupActions {
  snapshot(path: string): Promise<void>
  record(outcome: unknown): Promise<void>
}

/** The outcome of an attempt to make a backup. The command sends it to a server that may be of another version, so the names stay. */
export type BackupResult = Omit<BackupRecord, 'id' | 'createdAt'> & { at: number }

export const successOf = (
  time: number,
  file: string,
  { bytes, records, uploads, missing }: Archived,
): BackupResult => ({
  at: time,
  file,
  bytes,
  records,
  uploads,
  failure: '',
  ...(missing.length > 0 && { warning: missingWords(missing) }),
})
export const failureOf = (time: number, file: string, failure: string): BackupResult => ({
  at: time,
  file,
  failure,
  bytes: 0,
  records: 0,
  uploads: 0,
})

/** The machines of a database have folders of their own. */
export const madeIn = ({ databaseUrl }: { databaseUrl?: string | undefined }) =>
  databaseUrl === undefined ? {} : { machine: hostname() }

/** Whether another machine has the file, and this one cannot see it. */
export const isElsewhere = ({ machine, file }: Pick<BackupRecord, 'machine' | 'file'>): boolean =>
  machine !== undefined && machine !== hostname() && !existsSync(file)

/** Saves it as the last attempt, a daily one also as the last daily attempt, and, unless it failed, as the last verified backup. */
export async function recordBackup(
  { backup, activity }: Pick<Store, 'backup' | 'activity'>,
  made: BackupResult,
  madeBy: 'command' | 'daily',
): Promise<void> {
  const { at: time, ...result } = made
  const record = { ...result, createdAt: chinaTime(time) }
  if (result.failure === '') await backup.put({ ...record, id: 'verified' })
  await backup.put({ ...record, id: 'last' })
  if (madeBy === 'daily') await backup.put({ ...record, id: 'daily' })
  // Once more with what became of its hook.
  if (result.hook === undefined) await activity.add([{ user: '', action: 'backup', ok: result.failure === '' }])
}

/** What restore leaves in the folder: the next rotation must know of it. */
export const restoredRecord = (now: number, place = ''): BackupRecord => ({
  id: 'restored',
  createdAt: chinaTime(now),
  ...(place && { place }),
  file: '',
  bytes: 0,
  records: 0,
  uploads: 0,
  failure: '',
})

/** When this store was restored last from an archive. */
export function restoredAt({ backup }: Pick<Store, 'backup'>): number | undefined {
  const restored = backup.get('restored')
  return restored && Date.parse(restored.createdAt)
}

/** What a running server does for the backup command. */
export const backupActions = (store: Store, now: () => number): BackupActions => ({
  snapshot: (path) => writeSnapshot(path, chinaTime(now()), store.snapshot()),
  // The result comes from a file; the store rejects what is not such a record.
  record: (result) => recordBackup(store, result as BackupResult, 'command'),
})

const overdueMs = 48 * 3_600_000

/** A folder that we may not see into may still have it. */
const isGone = async (made: BackupRecord): Promise<boolean> =>
  !isElsewhere(made) &&
  stat(made.file).then(
    () => false,
    (error) => errorCode(error) === 'ENOENT',
  )

/** What staff see of the backups. `daily`: whether the server makes them by itself. */
export async function backupFact({ backup }: { backup: Pick<Store['backup'], 'get'> }, daily: boolean, now: number) {
  const last = backup.get('last')
  const newest = backup.get('verified')
  const lastDaily = backup.get('daily')
  const gone = newest && (await isGone(newest))
  // One that was made by hand may have been moved elsewhere.
  const verified = gone && lastDaily?.failure === '' && !(await isGone(lastDaily)) ? lastDaily : newest
  return {
    daily,
    verified: verified
      ? {
          at: createDate(verified),
          file: basename(verified.file),
          bytes: verified.bytes,
          hook: verified.hook ?? null,
          ...(gone && verified === newest && { gone }),
          ...(verified.warning && { warning: verified.warning }),
        }
      : null,
    failed: last && last.failure !== '' ? { at: createDate(last), reason: last.failure } : null,
    overdue: verified !== undefined && Date.parse(verified.createdAt) < now - overdueMs,
  }
}
