import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { type Log, warnOnce } from '../log.ts'
import { ignore } from '../systemErrors.ts'
import { chinaTime } from '../store/chinaTime.ts'
import type { Store } from '../store/store.ts'
import { openArchiveFile, openUnnamed, removeTemps } from './archiveFile.ts'
import type { Archived } from './archiver.ts'
import { reasonOf } from './backupFailure.ts'
import { type BackupOutcome, failureOf, recordBackup, successOf } from './backupState.ts'
import { runHook } from './hook.ts'
import { archiveName, expired, isDue } from './schedule.ts'
import { writeSnapshot } from './snapshotFile.ts'

interface Parts {
  config: Pick<Config, 'diskReserve' | 'dataDir' | 'uploadsDir' | 'backupAt' | 'backupDir' | 'backupKeep' | 'backupHook'>
  store: Store
  now: () => number
  log: Log
  /** Short, so that a change of the system clock is noticed. */
  checkMs?: number
}

/**
 * Makes a backup whenever one is due, including one that was missed while no server was running. Returns a function that stops it. Long
 * because its steps share the folder, the signal and the running check.
 */
export function dailyBackups({ config, store, now, log, checkMs = 20_000 }: Parts): () => Promise<void> {
  const folder = resolve(config.backupDir)
  const controller = new AbortController()
  const { signal } = controller
  /** An outcome that could not be saved, on a full disk for example. Nothing else is done until it is, or the same would be done again. */
  let unsaved: BackupOutcome | undefined
  const record = async (outcome: BackupOutcome): Promise<void> => {
    unsaved = outcome
    await recordBackup(store, outcome, 'daily')
    unsaved = undefined
  }

  const make = async (path: string): Promise<Archived> => {
    // Not recursive: if the disk is not mounted, do not create its folder on another disk.
    await mkdir(folder, { mode: 0o700 }).catch(ignore('EEXIST'))
    const archive = await openArchiveFile(path, config.diskReserve)
    try {
      const snapshot = await openUnnamed(folder)
      try {
        await writeSnapshot(snapshot, chinaTime(now()), store.snapshot(), signal)
        const archived = await archive.make({ ...config, snapshot, signal })
        await archive.commit()
        return archived
      } finally {
        await snapshot.close()
      }
    } catch (error) {
      await archive.discard()
      throw error
    }
  }

  const rotate = async (): Promise<void> => {
    for (const name of expired(await readdir(folder), config.backupKeep, now())) await rm(join(folder, name), { force: true })
  }

  /** If the server stops before the hook has ended, the next start runs it again. */
  const runHookFor = async (outcome: BackupOutcome): Promise<void> => {
    if (config.backupHook === '') return record(outcome)
    await record({ ...outcome, hook: { code: null, output: '' } })
    const hook = await runHook(config.backupHook, outcome.file, signal)
    if (signal.aborted) return
    if (hook.code !== 0) log('error', `BACKUP_HOOK ended with ${hook.code}: ${hook.output}`)
    await record({ ...outcome, hook })
  }

  const run = async (): Promise<void> => {
    const at = now()
    const path = join(folder, archiveName(at))
    let archived: Archived
    try {
      archived = await make(path)
    } catch (error) {
      if (signal.aborted) return
      log('error', `no backup could be made in ${folder}`, error)
      return record(failureOf(at, path, reasonOf(error) ?? '程序出错，详见服务器日志'))
    }
    log('info', `backup ${path} made and verified: ${archived.records} records, ${archived.uploads} uploads, ${archived.bytes} bytes`)
    await rotate().catch((cause: unknown) => log('warn', `old backups in ${folder} could not be removed`, cause))
    await runHookFor(successOf(at, path, archived))
  }

  const check = async (): Promise<void> => {
    if (unsaved) await record(unsaved)
    const last = store.backup.get('daily')
    if (isDue(config.backupAt, last && { at: Date.parse(last.createdAt), failed: last.failure !== '' }, now())) return run()
    if (last?.hook?.code !== null || !(await stat(last.file).catch(ignore('ENOENT')))) return
    const { id: _id, createdAt, hook: _hook, ...outcome } = last
    await runHookFor({ ...outcome, at: Date.parse(createdAt) })
  }

  const checkOrWarn = warnOnce(log, 'the outcome of a backup could not be saved', check)
  let running: Promise<void> | undefined
  const checkUnlessRunning = (): void => {
    running ??= checkOrWarn().finally(() => (running = undefined))
  }
  const timer = setInterval(checkUnlessRunning, checkMs)
  timer.unref()
  running = removeTemps(folder)
    .catch(ignore('ENOENT'))
    .catch((cause: unknown) => log('warn', `${folder} could not be cleared of what a killed server left`, cause))
    .finally(() => {
      running = undefined
      if (!signal.aborted) checkUnlessRunning()
    })

  return async () => {
    clearInterval(timer)
    controller.abort(new Error('the server is stopping'))
    await running
  }
}
