import { parseArgs } from 'node:util'
import { BadSetting, readConfig } from '../config.ts'
import { sendCommand } from './serverCommands.ts'
import { lockHolder } from '../store/lock.ts'
import { placeOf, requireStore } from '../store/storeFolders.ts'
import { becomeOwner } from '../system/fileOwner.ts'
import { Misuse } from '../system/systemErrors.ts'
import type { Word } from './command.ts'

const usage = `用法：
  zhuzhan scrub      正在运行的服务器立即核对硬盘上的全部记录和上传的文件，重新写好不一致的记录，并列出结果
服务器每天02:30也会自己核对一次，结果在首页和日志里。`

/** Large films take a while to read. */
const timeoutMs = 3_600_000

async function run(args: string[], settings: Readonly<NodeJS.ProcessEnv>): Promise<void> {
  parseArgs({ args })
  const config = readConfig(settings)
  if (config.databaseUrl !== undefined)
    throw new BadSetting('已设置 DATABASE_URL：数据在数据库中，由服务器每天02:30核对')
  becomeOwner(config.dataDir)
  requireStore(config.dataDir)
  if ((await lockHolder(config.dataDir)) === undefined)
    throw new Misuse('服务器没有运行：核对要用它内存里的内容，请先启动服务器')
  const { ok, message } = await sendCommand(config.dataDir, { do: 'scrub' }, timeoutMs)
  console.log(`${message}\n${placeOf(config)}`)
  process.exitCode = ok ? 0 : 1
}

export const scrub: Word = { usage, run }
