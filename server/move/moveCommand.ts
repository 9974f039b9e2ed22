import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { answerHelp } from '../answerHelp.ts'
import { BadSetting, readConfig } from '../config.ts'
import { becomeOwner, WrongUser } from '../fileOwner.ts'
import { toStderr } from '../log.ts'
import type { EngineOptions } from '../store/engine.ts'
import { NewerFormat } from '../store/format.ts'
import { LockHeld } from '../store/lock.ts'
import { move, MoveFailure } from './move.ts'
import { openSide } from './sides.ts'

const usage = `用法：
  npm run move -- --from 数据目录 --to postgres://…     把全部数据和图片复制到空的数据库；先停止服务器
  npm run move -- --from postgres://… --to 数据目录     从数据库复制回空的目录
图片目录由 UPLOADS_DIR 指定。中断后用同样的命令再执行一次即可，原有的一边始终不变。`

function optionsOf(text: string): EngineOptions {
  const isDatabase = /^postgres(ql)?:/.test(text)
  // Checked like the settings of a server.
  const { dataDir, uploadsDir, databaseUrl } =
    readConfig({ UPLOADS_DIR: process.env.UPLOADS_DIR, ...(isDatabase ? { DATABASE_URL: text } : { DATA_DIR: resolve(text) }) })
  return { dataDir, uploadsDir, databaseUrl }
}

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } })
  if (!values.from || !values.to) throw new MoveFailure(usage)
  const [source, target] = [optionsOf(values.from), optionsOf(values.to)]
  if ((source.databaseUrl === undefined) === (target.databaseUrl === undefined)) throw new MoveFailure(usage)
  const log = toStderr('plain')
  const folder = source.databaseUrl === undefined ? source : target
  becomeOwner(folder.dataDir)
  const from = await openSide(source, log)
  try {
    const to = await openSide(target, log)
    try {
      const { records, uploads, hash } = await move(from, to, progressLine())
      clearLine()
      const total = Object.values(records).reduce((sum, count) => sum + count, 0)
      for (const [collection, count] of Object.entries(records)) console.log(`${collection}\t${count}`)
      console.log(`已复制并核对：${total} 条记录，${uploads} 个上传的文件，校验值 ${hash}`)
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

function progressLine(): (text: string) => void {
  let shown = 0
  return (text) => {
    if (!process.stderr.isTTY || Date.now() - shown < 100) return
    shown = Date.now()
    process.stderr.write(`\r\x1b[K${text}`)
  }
}

const clearLine = (): void => void (process.stderr.isTTY && process.stderr.write('\r\x1b[K'))

answerHelp(usage)
try {
  await run(process.argv.slice(2))
} catch (cause) {
  clearLine()
  const { code, message } = cause as NodeJS.ErrnoException
  const isExpected = [MoveFailure, BadSetting, WrongUser, NewerFormat, LockHeld].some((kind) => cause instanceof kind) || code !== undefined
  console.error(isExpected ? message : cause)
  process.exitCode = 1
}
