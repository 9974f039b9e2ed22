import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { becomeOwner } from '../system/fileOwner.ts'
import { realPath } from '../system/folders.ts'
import { logTo, toStderr } from '../system/log.ts'
import { commandFolder, sendCommand } from './serverCommands.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { NewerFormat } from '../store/format.ts'
import { offlineOrAsk } from '../store/offlineStore.ts'
import { NoStore, ownFolder, placeOf } from '../store/storeFolders.ts'
import { Misuse } from '../system/systemErrors.ts'
import { BackupFailure, reasonOf } from '../keeping/backupFailure.ts'
import { type BackupResult, failureOf, madeIn, recordBackup, successOf } from '../keeping/backupState.ts'
import { makeArchive } from '../keeping/makeArchive.ts'
import { missingWords } from '../keeping/manifest.ts'
import { writeSnapshot } from '../keeping/snapshotFile.ts'
import { megabytes } from '../keeping/writeArchive.ts'
import { endedByOperator, type Word } from './command.ts'

const usage = `用法：
  zhuzhan backup 文件.tar.gz      把全部数据和上传的图片备份到一个文件，服务器运行时也可以
记录中的文件有缺失时不备份；加 --allow-missing 则照样备份其余的。`

/** The server may take this long to write its records besides its other work. */
const snapshotTimeoutMs = 120_000

type Folders = ReturnType<typeof readConfig>

export const backup: Word = {
  usage,
  async run(args, settings) {
    const folders = readConfig(settings)
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'allow-missing': { type: 'boolean' } },
    })
    const path = targetOf(positionals, folders)
    const mayLack = values['allow-missing'] ? 1 : 0
    const startedAt = Date.now()
    const signal = endedByOperator(new BackupFailure('已中止'))
    becomeOwner(ownFolder(folders))
    try {
      const archived = await makeArchive({
        ...folders,
        path,
        mayLack,
        signal,
        takeSnapshot: (scratch) => takeSnapshot(scratch, folders, signal),
      })
      await record(folders, successOf(Date.parse(archived.time), path, archived))
      const { records, uploads, bytes, missing } = archived
      console.log(placesOf(folders))
      if (missing.length > 0) console.log(`注意：备份中${missingWords(missing)}`)
      console.log(
        `备份完成，已校验：${records} 条记录，${uploads} 个上传的文件，${megabytes(bytes)}，${((Date.now() - startedAt) / 1000).toFixed(1)} 秒：${path}`,
      )
    } catch (cause) {
      const isOfBackup = !([NewerFormat, NoStore].some((kind) => cause instanceof kind) || signal.aborted)
      if (isOfBackup) await record(folders, failureOf(startedAt, path, reasonOf(cause) ?? '程序出错'))
      throw cause
    }
  },
  failed: (reason) => `备份失败：${reason}`,
}

/** A database has the uploads, too. */
const placesOf = (folders: Folders): string =>
  folders.databaseUrl === undefined ? `${placeOf(folders)}\n图片目录：${resolve(folders.uploadsDir)}` : placeOf(folders)

function targetOf(positionals: readonly string[], folders: Folders): string {
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new Misuse(usage)
  if (!/\.(tar\.gz|tgz)$/.test(file)) throw new BackupFailure(`备份文件的名称应以 .tar.gz 结尾：${file}`)
  const target = join(realpathSync(dirname(resolve(file))), basename(file))
  for (const folder of [folders.dataDir, folders.uploadsDir]) {
    // Uploads are served to the public; an archive contains private records.
    if (target.startsWith(`${realPath(folder)}${sep}`))
      throw new BackupFailure(`备份文件不能放在数据目录或图片目录里面：${target}`)
  }
  return target
}

function takeSnapshot(scratch: string, folders: Folders, signal: AbortSignal): Promise<string> {
  return offlineOrAsk(
    folders,
    log,
    async (store) => {
      await writeSnapshot(scratch, chinaTime(Date.now()), store.snapshot(), signal)
      return scratch
    },
    () => requestSnapshot(folders.dataDir),
  )
}

/** Only the running server can take a consistent snapshot of its records. */
async function requestSnapshot(dataDir: string): Promise<string> {
  const { ok, message } = await sendCommand(dataDir, { do: 'snapshot' }, snapshotTimeoutMs)
  if (!ok || !/^[0-9a-f]{16}\.snapshot$/.test(message))
    throw new BackupFailure(ok ? '正在运行的服务器版本过旧，请重新启动它' : message)
  return join(commandFolder(dataDir), message)
}

/** Records the result for the dashboard. The backup is valid even if this fails. */
async function record(folders: Folders, result: BackupResult): Promise<void> {
  try {
    await offlineOrAsk(
      folders,
      log,
      (store) => recordBackup(store, { ...result, ...madeIn(folders) }, 'command'),
      async () => {
        await sendCommand(folders.dataDir, { do: 'backedUp', outcome: result })
      },
    )
  } catch (error) {
    console.error(`首页上没有记下这次备份：${reasonOf(error) ?? (error as Error).message}`)
  }
}

const log = logTo(toStderr(), 'plain')
