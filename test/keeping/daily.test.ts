import assert from 'node:assert/strict'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { dailyBackups } from '../../server/keeping/dailyBackups.ts'
import { openDisk } from '../../server/store/disk.ts'
import { openStore } from '../../server/store/store.ts'
import { createJobs } from '../../server/system/jobs.ts'
import { eventually } from '../eventually.ts'
import { newFolder } from '../server.ts'

test('a backup whose result cannot be saved is not made again; the result is saved later', async (t) => {
  const folder = newFolder(t)
  const [dataDir, uploadsDir, backupDir] = ['data', 'uploads', 'backups'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const store = await openStore({ disk: openDisk(dataDir, { log: () => {} }), now: Date.now, log: () => {} })
  await rm(join(dataDir, 'backup'), { recursive: true })
  await mkdir(uploadsDir)
  const config = {
    diskReserve: 0,
    dataDir,
    uploadsDir,
    backupAt: 0,
    backupDir,
    backupKeep: { days: 7, weeks: 0, months: 0 },
    backupHook: '',
    siteUrl: undefined,
  }
  const logged: string[] = []
  const facts = { now: Date.now, log: (_level: string, message: string) => void logged.push(message) }
  const jobs = createJobs({ ...facts, leads: async () => true, pauseMs: 5 })
  const { stop } = dailyBackups({ ...facts, config, store, jobs })
  jobs.start()
  await eventually(() => logged.includes('the result of a backup could not be saved'), 'the result could not be saved')
  await mkdir(join(dataDir, 'backup'))
  await eventually(() => store.backup.get('daily')?.failure === '', 'the result is saved')
  await Promise.all([stop(), jobs.stop()])
  await store.close()
  assert.equal(logged.filter((message) => message.includes('made and verified')).length, 1)
  assert.equal(logged.filter((message) => message.includes('could not be saved')).length, 1)
})
