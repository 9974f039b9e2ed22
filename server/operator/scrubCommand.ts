import { parseArgs } from 'node:util'
import { scrubbedUploadsWords, scrubUploads } from '../keeping/scrub.ts'
import { type Config, readConfig } from '../config.ts'
import { hashesOf, readFiles, readRows } from '../media/isIntact.ts'
import { offlineOrAsk } from '../store/offlineStore.ts'
import { lockHolder } from '../store/lock.ts'
import { ownFolder, placeOf, requireStore } from '../store/storeFolders.ts'
import { becomeOwner } from '../system/fileOwner.ts'
import { logTo, toStderr } from '../system/log.ts'
import { Misuse } from '../system/systemErrors.ts'
import { refusalOf } from './askServer.ts'
import type { Word } from './command.ts'
import { type Reply, sendCommand } from './serverCommands.ts'

const usage = `用法：
  zhuzhan scrub      正在运行的服务器立即核对硬盘上的全部记录和上传的文件，重新写好不一致的记录，并列出结果
服务器每天02:30也会自己核对一次，结果在首页和日志里。数据在数据库中时，这个命令核对其中上传的文件。`

/** Large films take a while to read. */
const timeoutMs = 3_600_000

export const scrub: Word = {
  usage,
  async run(args, settings) {
    parseArgs({ args })
    const config = readConfig(settings)
    becomeOwner(ownFolder(config))
    const { ok, message } = config.databaseUrl === undefined ? await askServer(config) : await scrubDatabase(config)
    console.log(`${message}\n${placeOf(config)}`)
    process.exitCode = ok ? 0 : 1
  },
}

async function askServer(config: Config): Promise<Reply> {
  requireStore(config.dataDir)
  if ((await lockHolder(config.dataDir)) === undefined)
    throw new Misuse('服务器没有运行：核对要用它内存里的内容，请先启动服务器')
  const { ok, message } = await sendCommand(config.dataDir, { do: 'scrub' }, timeoutMs)
  return { ok, message: ok ? message : await refusalOf(config, message) }
}

/** Its servers take no commands: this reads it itself. */
const scrubDatabase = (config: Config): Promise<Reply> =>
  offlineOrAsk(
    config,
    logTo(toStderr(), 'plain'),
    async (store, database) => {
      const hashOf = hashesOf(database ? readRows(database.uploads) : readFiles(config.uploadsDir))
      const result = await scrubUploads({ store, hashOf, now: Date.now })
      return { ok: result.damaged.length === 0, message: scrubbedUploadsWords(result) }
    },
    () => askServer(config),
  )
