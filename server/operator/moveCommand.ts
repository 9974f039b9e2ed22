import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { becomeOwner } from '../system/fileOwner.ts'
import { logTo, toStderr } from '../system/log.ts'
import type { StorageLocation } from '../store/storageEngine.ts'
import { placeOf, requireStore } from '../store/storeFolders.ts'
import { Misuse } from '../system/systemErrors.ts'
import { clearLine, progressLine, type Word } from './command.ts'
import { move as moveSite, MoveFailure } from './move.ts'
import { openSide } from './sides.ts'

const usage = `用法：
  zhuzhan move --from 数据目录 --to postgres://…     把全部数据和图片复制到空的数据库；先停止服务器
  zhuzhan move --from postgres://… --to 数据目录     从数据库复制回空的目录
省略 --from 或 --to 时，那一边是 DATABASE_URL 或 DATABASE_URL_FILE 指定的数据库。图片目录由 UPLOADS_DIR 指定。
记录中的文件有缺失时不复制；加 --allow-missing 则照样复制其余的。中断后用同样的命令再执行一次即可，原有的一边始终不变。`

/** Without a text it is the database of the settings. */
function optionsOf(text: string | undefined, settings: Readonly<NodeJS.ProcessEnv>): StorageLocation {
  const { UPLOADS_DIR, DATABASE_URL, DATABASE_URL_FILE } = settings
  let place: NodeJS.ProcessEnv = { DATABASE_URL, DATABASE_URL_FILE }
  if (text !== undefined) place = /^postgres(ql)?:/.test(text) ? { DATABASE_URL: text } : { DATA_DIR: resolve(text) }
  // Checked like the settings of a server.
  const { dataDir, uploadsDir, databaseUrl } = readConfig({ UPLOADS_DIR, ...place })
  if (text === undefined && databaseUrl === undefined) throw new Misuse(usage)
  return { dataDir, uploadsDir, databaseUrl }
}

export const move: Word = {
  usage,
  async run(args, settings) {
    const options = { from: { type: 'string' }, to: { type: 'string' }, 'allow-missing': { type: 'boolean' } } as const
    const { values } = parseArgs({ args, options })
    const mayLackUploads = values['allow-missing'] ?? false
    const source = optionsOf(values.from, settings)
    const target = optionsOf(values.to, settings)
    if ((source.databaseUrl === undefined) === (target.databaseUrl === undefined)) throw new Misuse(usage)
    const log = logTo(toStderr(), 'plain')
    const folder = source.databaseUrl === undefined ? source : target
    // A server on the database reads an agreement in its DATA_DIR first. Without one it is not that of the folder this is called in.
    const agreementFolder = folder === target && settings.DATA_DIR ? resolve(settings.DATA_DIR) : folder.dataDir
    const opened = (side: StorageLocation): ReturnType<typeof openSide> =>
      openSide(side === folder ? side : { ...side, dataDir: agreementFolder }, log)
    becomeOwner(folder.dataDir)
    if (folder === source) {
      requireStore(folder.dataDir)
      const uploads = resolve(folder.uploadsDir)
      if (!mayLackUploads && !existsSync(uploads))
        throw new MoveFailure(`图片目录 ${uploads} 不存在：请核对 UPLOADS_DIR，或先挂载它所在的磁盘`)
    }
    const from = await opened(source)
    try {
      const to = await opened(target)
      try {
        const { records, uploads, hash } = await moveSite(from, to, mayLackUploads, progressLine())
        clearLine()
        const total = Object.values(records).reduce((sum, count) => sum + count, 0)
        for (const [collection, count] of Object.entries(records)) console.log(`${collection}\t${count}`)
        console.log(`${placeOf(source)} → ${placeOf(target)}\n图片目录：${resolve(folder.uploadsDir)}`)
        console.log(`已复制并核对：${total} 条记录，${uploads} 个上传的文件，校验值 ${hash}`)
      } finally {
        await to.close()
      }
    } finally {
      await from.close()
    }
  },
}
