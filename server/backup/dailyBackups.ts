import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { chinaTime } from '../store/chinaTime.ts'
import type { Store } from '../store/store.ts'
import { openArchiveFile, openScratch, sweepTemps } from './archiveFile.ts'
import type { Archived } from './archiver.ts'
import { reasonOf } from './backupFailure.ts'
import { type BackupOutcome, failedOutcome, madeOutcome, recordBackup } from './backupState.ts'
import { runHook } from './hook.ts'
import { archiveName, expired } from './rotation.ts'
import { isDue } from './schedule.ts'
import { writeSnapshot } from './snapshotFile.ts'

interface Parts {
  config: Pick<Config, 'diskReserve' | 'dataDir' | 'uploadsDir' | 'backupAt' | 'backupDir' | 'backupKeep' | 'backupHook'>
  store: Store
  now: () => number
  log: Log
}

/** Often enough for a clock that is set while it waits. */
const lookMs = 20_000

/** Makes a backup whenever one is due, also one that was due while no server ran. Returns a function that stops it, and what is under way. */
export function dailyBackups({ config, store, now, log }: Parts): () => Promise<void> {
  const folder = resolve(config.backupDir)
  const controller = new AbortController()
  const { signal } = controller
  const remember = (outcome: BackupOutcome): Promise<void> => recordBackup(store, outcome, 'daily')

  const make = async (path: string): Promise<Archived> => {
    // Not those above it: where a disk is to be mounted that is away, its folder must not be made on another.
    await mkdir(folder, { mode: 0o700 }).catch(existing)
    const archive = await openArchiveFile(path, config.diskReserve)
    try {
      const snapshot = await openScratch(folder)
      try {
        await writeSnapshot(snapshot, chinaTime(now()), store.snapshot(), signal)
        const archived = await archive.make({ ...config, snapshot, signal })
        await archive.keep()
        return archived
      } finally {
        await snapshot.close()
      }
    } catch (error) {
      await archive.drop()
      throw error
    }
  }

  const rotate = async (): Promise<void> => {
    for (const name of expired(await readdir(folder), config.backupKeep, now())) await rm(join(folder, name), { force: true })
  }

  /** An archive that was not sent before the server stopped is sent by the next one. */
  const send = async (outcome: BackupOutcome): Promise<void> => {
    if (config.backupHook === '') return remember(outcome)
    await remember({ ...outcome, hook: { code: null, output: '' } })
    const hook = await runHook(config.backupHook, outcome.file, signal)
    if (signal.aborted) return
    if (hook.code !== 0) log('error', `BACKUP_HOOK ended with ${hook.code}: ${hook.output}`)
    await remember({ ...outcome, hook })
  }

  const run = async (): Promise<void> => {
    const at = now()
    const path = join(folder, archiveName(at))
    try {
      const archived = await make(path)
      log('info', `backup ${path} made and verified: ${archived.records} records, ${archived.uploads} uploads, ${archived.bytes} bytes`)
      await rotate().catch((cause: unknown) => log('warn', `old backups in ${folder} could not be removed`, cause))
      await send(madeOutcome(at, path, archived))
    } catch (error) {
      if (signal.aborted) return
      log('error', `no backup could be made in ${folder}`, error)
      await remember(failedOutcome(at, path, reasonOf(error) ?? '程序出错，详见服务器日志'))
    }
  }

  const look = async (): Promise<void> => {
    const last = store.backup.get('daily')
    if (isDue(config.backupAt, last && { at: Date.parse(last.createdAt), failed: last.failure !== '' }, now())) return run()
    if (last?.hook?.code !== null || !(await stat(last.file).catch(missing))) return
    const { id: _id, createdAt, hook: _hook, ...outcome } = last
    await send({ ...outcome, at: Date.parse(createdAt) })
  }

  let looking: Promise<void> | undefined
  const lookUnlessBusy = (): void => {
    looking ??= look()
      .catch((cause: unknown) => log('error', 'the state of the backups could not be saved', cause))
      .finally(() => (looking = undefined))
  }
  const timer = setInterval(lookUnlessBusy, lookMs)
  timer.unref()
  looking = sweepTemps(folder)
    .catch(missing)
    .catch((cause: unknown) => log('warn', `${folder} could not be cleared of what a killed server left`, cause))
    .finally(() => {
      looking = undefined
      if (!signal.aborted) lookUnlessBusy()
    })

  return async () => {
    clearInterval(timer)
    controller.abort(new Error('the server is stopping'))
    await looking
  }
}

const existing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EEXIST') throw error
}
const missing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}
