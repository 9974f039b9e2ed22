import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../system/log.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Jobs } from '../system/jobs.ts'
import type { Store } from '../store/store.ts'
import { ignore, ignoreMissing } from '../system/systemErrors.ts'
import type { Archived } from './archiver.ts'
import { reasonOf } from './backupFailure.ts'
import { type BackupResult, failureOf, madeIn, recordBackup, restoredAt, successOf } from './backupState.ts'
import { runHook } from './hook.ts'
import { makeArchive, removeTemps } from './makeArchive.ts'
import { archiveName, expired, isDue, type Keeping } from './schedule.ts'
import { writeSnapshot } from './snapshotFile.ts'

export interface DailyBackupsParts {
  config: Pick<
    Config,
    'diskReserve' | 'dataDir' | 'uploadsDir' | 'siteUrl' | 'backupAt' | 'backupDir' | 'backupKeep' | 'backupHook'
  > &
    Partial<Pick<Config, 'databaseUrl'>>
  store: Store
  jobs: Pick<Jobs, 'add' | 'sends'>
  now: () => number
  log: Log
}

export interface DailyBackups {
  /** Makes one now, after one that is running. Resolves to why it failed, or to ''. */
  make(): Promise<string>
  stop(): Promise<void>
}

/** Makes a backup whenever one is due, including one that was missed while no server was running. */
export function dailyBackups({ config, store, jobs, now, log }: DailyBackupsParts): DailyBackups {
  const folder = resolve(config.backupDir)
  const controller = new AbortController()
  const { signal } = controller
  /** A result that could not be saved, on a full disk for example. No other backup is made until it is. */
  let unsaved: BackupResult | undefined
  const record = async (result: BackupResult): Promise<void> => {
    unsaved = result
    await recordBackup(store, result, 'daily')
    unsaved = undefined
  }

  const run = async (): Promise<void> => {
    const startedAt = now()
    const made = madeIn(config)
    const path = join(folder, archiveName(startedAt, store.storeId))
    let archived: Archived
    try {
      archived = await makeDaily(path, { config, store, now, signal })
    } catch (error) {
      if (signal.aborted) return
      log('error', `no backup could be made in ${folder}`, error)
      return record({ ...failureOf(startedAt, path, reasonOf(error) ?? '程序出错，详见服务器日志'), ...made })
    }
    log(
      'info',
      `backup ${path} made and verified: ${archived.records} records, ${archived.uploads} uploads, ${archived.bytes} bytes`,
    )
    const keeping = { store: store.storeId, restoredAt: restoredAt(store) }
    await rotate(folder, config.backupKeep, now(), keeping).catch((cause: unknown) => {
      log('warn', `old backups in ${folder} could not be removed`, cause)
    })
    const result = { ...successOf(startedAt, path, archived), ...made }
    if (config.backupHook === '' || !jobs.sends) return record(result)
    // What keeps this from being saved is reported by the next one.
    await record(result).catch(() => {})
    const hook = await runHook(config.backupHook, path, signal)
    if (hook.code !== 0) log('error', `BACKUP_HOOK ended with ${hook.code}: ${hook.output}`)
    await record({ ...result, hook })
  }

  const isDueNow = (): boolean => isDue(config.backupAt, lastOf(store), now())
  const check = async (): Promise<void> => {
    if (unsaved) await record(unsaved)
    if (isDueNow()) await run()
  }
  let isCleared = false
  const clear = async (): Promise<void> => {
    isCleared = true
    await clearFolder(folder, log)
  }

  let running: Promise<void> | undefined
  const start = (work: () => Promise<void>): Promise<void> => (running ??= work().finally(() => (running = undefined)))
  jobs.add({
    failed: 'the result of a backup could not be saved',
    next: () => (!isCleared || unsaved || isDueNow() ? 0 : Infinity),
    run: () => start(isCleared ? check : clear),
    onlyLeader: true,
  })

  return {
    async make() {
      await running
      void start(run)
      await running
      return store.backup.get('last')?.failure ?? ''
    },
    async stop() {
      controller.abort(new Error('the server is stopping'))
      await running
    },
  }
}

function lastOf({ backup }: Store) {
  const last = backup.get('daily')
  return last && { time: Date.parse(last.createdAt), failed: last.failure !== '' }
}

const clearFolder = (folder: string, log: Log): Promise<unknown> =>
  removeTemps(folder)
    .catch(ignoreMissing)
    .catch((cause: unknown) => log('warn', `${folder} could not be cleared of what a killed server left`, cause))

async function makeDaily(
  path: string,
  { config, store, now, signal }: Omit<DailyBackupsParts, 'jobs' | 'log'> & { signal: AbortSignal },
): Promise<Archived> {
  // Not recursive: if the disk is not mounted, do not create its folder on another disk.
  await mkdir(resolve(config.backupDir), { mode: 0o700 }).catch(ignore('EEXIST'))
  const { dataDir, uploadsDir, databaseUrl, siteUrl, diskReserve } = config
  return makeArchive({
    // One that is lost must not end the backups; most of them missing is a disk that is not mounted.
    path,
    dataDir,
    uploadsDir,
    databaseUrl,
    siteUrl,
    diskReserve,
    signal,
    mayLack: 0.5,
    async takeSnapshot(path) {
      await writeSnapshot(path, chinaTime(now()), store.snapshot(), signal)
      return path
    },
  })
}

async function rotate(folder: string, keep: Config['backupKeep'], now: number, keeping: Keeping): Promise<void> {
  for (const name of expired(await readdir(folder), keep, now, keeping)) await rm(join(folder, name), { force: true })
}
