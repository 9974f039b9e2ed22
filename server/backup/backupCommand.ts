import { realpathSync } from 'node:fs'
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { BadSetting, readConfig } from '../config.ts'
import { actAsOwner, WrongUser } from '../fileOwner.ts'
import { toStderr } from '../log.ts'
import { ordersIn, placeOrder } from '../staff/orders.ts'
import { chinaTime } from '../store/chinaTime.ts'
import { NewerFormat } from '../store/format.ts'
import { openArchiveFile, openScratch } from './archiveFile.ts'
import type { Archived } from './archiver.ts'
import { BackupFailure, reasonOf } from './backupFailure.ts'
import { type BackupOutcome, failedOutcome, madeOutcome, recordBackup } from './backupState.ts'
import { withStore } from './offlineStore.ts'
import { writeSnapshot } from './snapshotFile.ts'
import { megabytes } from './writeArchive.ts'

const usage = `用法：
  npm run backup -- 文件.tar.gz      把全部数据和上传的图片备份到一个文件，服务器运行时也可以`

/** As long as a server may take to write its records beside everything else it does. */
const patienceMs = 120_000

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
    // The uploads are on the web, and an archive holds what is not.
    if (target.startsWith(`${resolve(folder)}${sep}`)) throw new BackupFailure(`备份文件不能放在数据目录或图片目录里面：${target}`)
  }
  return target
}

async function backUp(target: string, folders: Folders, signal: AbortSignal): Promise<Archived> {
  const scratch = await openScratch(dirname(target))
  const archive = await openArchiveFile(target, folders.diskReserve).catch(async (error: unknown) => {
    await scratch.close()
    throw error
  })
  let snapshot: FileHandle = scratch
  try {
    const rootAgain = actAsOwner(folders.dataDir)
    let archived: Archived
    try {
      const offline = await withStore(folders, log, async (store) => {
        await writeSnapshot(scratch, chinaTime(Date.now()), store.snapshot(), signal)
        return true
      })
      if (!offline) snapshot = await snapshotOfServer(folders.dataDir)
      archived = await archive.make({ ...folders, snapshot, signal, progress: shownProgress() })
    } finally {
      rootAgain()
    }
    await archive.keep()
    return archived
  } catch (error) {
    await archive.drop()
    throw error
  } finally {
    await snapshot.close()
    if (snapshot !== scratch) await scratch.close()
  }
}

/** Only the server itself knows what its records are at one moment. */
async function snapshotOfServer(dataDir: string): Promise<FileHandle> {
  const { done, said: reply } = await placeOrder(dataDir, { do: 'snapshot' }, patienceMs)
  if (!done || !/^[0-9a-f]{16}\.snapshot$/.test(reply)) throw new BackupFailure(done ? '正在运行的服务器版本过旧，请重新启动它' : reply)
  const path = join(ordersIn(dataDir), reply)
  const file = await open(path, 'r')
  await rm(path)
  return file
}

/** For the dashboard; a backup is good without. */
async function remember(folders: Folders, outcome: BackupOutcome): Promise<void> {
  try {
    const rootAgain = actAsOwner(folders.dataDir)
    try {
      const offline = await withStore(folders, log, async (store) => {
        await recordBackup(store, outcome, 'command')
        return true
      })
      if (!offline) await placeOrder(folders.dataDir, { do: 'backedUp', outcome })
    } finally {
      rootAgain()
    }
  } catch (error) {
    log('warn', 'the back office could not be informed of the backup', error)
  }
}

function shownProgress(): (share: number) => void {
  if (!process.stderr.isTTY) return () => {}
  return (share) => process.stderr.write(`\r正在备份 ${Math.floor(share * 100)}% `)
}

// A server on the same machine goes first.
setPriority(10)
const log = toStderr('plain')
const controller = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort(new BackupFailure('已中止')))

const clearLine = process.stderr.isTTY ? '\r\x1b[K' : ''
try {
  const config = readConfig(process.env)
  const target = targetOf(process.argv.slice(2), config)
  await stat(config.dataDir)
  const begun = Date.now()
  try {
    const archived = await backUp(target, config, controller.signal)
    await remember(config, madeOutcome(Date.parse(archived.time), target, archived))
    const { records, uploads, bytes, missing, skipped } = archived
    process.stderr.write(clearLine)
    if (missing > 0) console.log(`注意：记录中引用的 ${missing} 个图片文件在备份前就已不存在，名单见备份中的 manifest.json`)
    if (skipped > 0) console.log(`注意：${skipped} 个文件既不是记录也不是图片，未收入备份，名单见备份中的 manifest.json`)
    console.log(`备份完成，已校验：${records} 条记录，${uploads} 个图片文件，${megabytes(bytes)}，${((Date.now() - begun) / 1000).toFixed(1)} 秒：${target}`)
  } catch (cause) {
    const reason = reasonOf(cause)
    if (!(cause instanceof WrongUser || cause instanceof NewerFormat || controller.signal.aborted)) await remember(config, failedOutcome(begun, target, reason ?? '程序出错'))
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
