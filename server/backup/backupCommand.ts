import { realpathSync } from 'node:fs'
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { BadSetting, readFolderConfig } from '../config.ts'
import { actAsOwner, WrongUser } from '../fileOwner.ts'
import { toStderr } from '../log.ts'
import { commandFolder, sendCommand } from '../staff/accountCommands.ts'
import { chinaTime } from '../store/chinaTime.ts'
import { NewerFormat } from '../store/format.ts'
import { openArchiveFile, openUnnamed } from './archiveFile.ts'
import type { Archived } from './archiver.ts'
import { BackupFailure, reasonOf } from './backupFailure.ts'
import { type BackupOutcome, failureOf, recordBackup, successOf } from './backupState.ts'
import { lowerPriority } from './lowerPriority.ts'
import { withOfflineStore } from '../store/offlineStore.ts'
import { writeSnapshot } from './snapshotFile.ts'
import { megabytes } from './writeArchive.ts'

const usage = `用法：
  npm run backup -- 文件.tar.gz      把全部数据和上传的图片备份到一个文件，服务器运行时也可以`

/** The server may take this long to write its records besides its other work. */
const snapshotTimeoutMs = 120_000

interface Folders {
  dataDir: string
  uploadsDir: string
  diskReserve: number
}

function targetOf(args: string[], folders: Folders): string {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new BackupFailure(usage)
  if (!/\.(tar\.gz|tgz)$/.test(file)) throw new BackupFailure(`备份文件的名称应以 .tar.gz 结尾：${file}`)
  const target = join(realpathSync(dirname(resolve(file))), basename(file))
  for (const folder of [folders.dataDir, folders.uploadsDir]) {
    // Uploads are served to the public; an archive contains private records.
    if (target.startsWith(`${resolve(folder)}${sep}`)) throw new BackupFailure(`备份文件不能放在数据目录或图片目录里面：${target}`)
  }
  return target
}

async function backUp(target: string, folders: Folders, signal: AbortSignal): Promise<Archived> {
  const scratch = await openUnnamed(dirname(target))
  const archive = await openArchiveFile(target, folders.diskReserve).catch(async (error: unknown) => {
    await scratch.close()
    throw error
  })
  let snapshot: FileHandle = scratch
  try {
    const becomeRootAgain = actAsOwner(folders.dataDir)
    let archived: Archived
    try {
      const offline = await withOfflineStore(folders, log, async (store) => {
        await writeSnapshot(scratch, chinaTime(Date.now()), store.snapshot(), signal)
        return true
      })
      if (!offline) snapshot = await snapshotOfServer(folders.dataDir)
      archived = await archive.make({ ...folders, snapshot, signal, progress: progressLine() })
    } finally {
      becomeRootAgain()
    }
    await archive.commit()
    return archived
  } catch (error) {
    await archive.discard()
    throw error
  } finally {
    await snapshot.close()
    if (snapshot !== scratch) await scratch.close()
  }
}

/** Only the running server can take a consistent snapshot of its records. */
async function snapshotOfServer(dataDir: string): Promise<FileHandle> {
  const { ok, message } = await sendCommand(dataDir, { do: 'snapshot' }, snapshotTimeoutMs)
  if (!ok || !/^[0-9a-f]{16}\.snapshot$/.test(message)) throw new BackupFailure(ok ? '正在运行的服务器版本过旧，请重新启动它' : message)
  const path = join(commandFolder(dataDir), message)
  const file = await open(path, 'r')
  await rm(path)
  return file
}

/** Records the outcome for the dashboard. The backup is valid even if this fails. */
async function recordOutcome(folders: Folders, outcome: BackupOutcome): Promise<void> {
  try {
    const becomeRootAgain = actAsOwner(folders.dataDir)
    try {
      const offline = await withOfflineStore(folders, log, async (store) => {
        await recordBackup(store, outcome, 'command')
        return true
      })
      if (!offline) await sendCommand(folders.dataDir, { do: 'backedUp', outcome })
    } finally {
      becomeRootAgain()
    }
  } catch (error) {
    log('warn', 'the back office could not be informed of the backup', error)
  }
}

function progressLine(): (share: number) => void {
  if (!process.stderr.isTTY) return () => {}
  return (share) => process.stderr.write(`\r正在备份 ${Math.floor(share * 100)}% `)
}

// A server on the same machine has priority.
lowerPriority()
const log = toStderr('plain')
const controller = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort(new BackupFailure('已中止')))

const clearLine = process.stderr.isTTY ? '\r\x1b[K' : ''
try {
  const config = readFolderConfig(process.env)
  const target = targetOf(process.argv.slice(2), config)
  await stat(config.dataDir)
  const startedAt = Date.now()
  try {
    const archived = await backUp(target, config, controller.signal)
    await recordOutcome(config, successOf(Date.parse(archived.time), target, archived))
    const { records, uploads, bytes, missing, skipped } = archived
    process.stderr.write(clearLine)
    if (missing > 0) console.log(`注意：记录中引用的 ${missing} 个图片文件在备份前就已不存在，名单见备份中的 manifest.json`)
    if (skipped > 0) console.log(`注意：${skipped} 个文件既不是记录也不是图片，未收入备份，名单见备份中的 manifest.json`)
    console.log(`备份完成，已校验：${records} 条记录，${uploads} 个图片文件，${megabytes(bytes)}，${((Date.now() - startedAt) / 1000).toFixed(1)} 秒：${target}`)
  } catch (cause) {
    const reason = reasonOf(cause)
    if (!(cause instanceof WrongUser || cause instanceof NewerFormat || controller.signal.aborted)) await recordOutcome(config, failureOf(startedAt, target, reason ?? '程序出错'))
    throw cause
  }
} catch (cause) {
  process.stderr.write(clearLine)
  process.exitCode = 1
  const reason = reasonOf(cause)
  if (cause instanceof WrongUser || cause instanceof BadSetting || (cause as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) console.error((cause as Error).message)
  else if (reason !== undefined) console.error(reason === usage ? usage : `备份失败：${reason}`)
  else {
    console.error(cause)
    console.error('备份失败：程序出错，详见上文')
  }
}
