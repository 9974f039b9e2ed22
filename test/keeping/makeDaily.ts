import assert from 'node:assert/strict'
import { type DailyBackupsParts, dailyBackups } from '../../server/keeping/dailyBackups.ts'
import { createJobs } from '../../server/system/jobs.ts'

type Parts = Pick<DailyBackupsParts, 'store' | 'now' | 'log'> &
  Pick<DailyBackupsParts['config'], 'dataDir' | 'uploadsDir' | 'backupDir' | 'backupKeep'>

/** Makes the archive of a day, as a server does. */
export async function makeDaily({ store, now, log, ...folders }: Parts): Promise<void> {
  const jobs = createJobs({ now, log, leads: async () => true })
  const config = { ...folders, diskReserve: 0, backupAt: 0, backupHook: '', siteUrl: undefined }
  const daily = dailyBackups({ config, store, jobs, now, log })
  assert.equal(await daily.make(), '')
  await Promise.all([jobs.stop(), daily.stop()])
}
