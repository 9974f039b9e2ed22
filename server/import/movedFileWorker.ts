import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'
import type { MovedPart } from '../../contract/movedRecords.ts'
import { UnsafeXml } from '../../contract/xml.ts'
import { readBeginning, readText } from '../system/wholeFile.ts'
import { partOf } from './partOf.ts'
import { readPbootcms, type SqliteFile } from './pbootcms.ts'
import { UnreadableSource } from './unreadableSource.ts'
import { readWordPress } from './wordpress.ts'

/** The file, and what the last part has said of where to go on. */
export interface Job {
  path: string
  after: string
}
/** `refused` is a message for the user. */
export type JobResult = { part: MovedPart } | { refused: string }

parentPort?.on('message', (job: Job) => void run(job).then((result) => parentPort?.postMessage(result)))

async function run({ path, after }: Job): Promise<JobResult> {
  try {
    const isDatabase = (await readBeginning(path, 16)).toString('latin1') === 'SQLite format 3\0'
    return { part: isDatabase ? await partOfDatabase(path, after) : partOfExport(await readText(path), after) }
  } catch (error) {
    if (error instanceof UnreadableSource || error instanceof UnsafeXml) return { refused: error.message }
    // Whatever else SQLite says of such a file is in English.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR')
      return { refused: '这个数据库读不了，可能已经损坏。请从老网站重新下载data文件夹里的.db文件' }
    throw error
  }
}

interface Sqlite {
  DatabaseSync: new (path: string, options: object) => SqliteFile & { close(): void }
}

const tooOld =
  '服务器上的Node.js太旧，读不了PbootCMS的数据库。请管理员把Node.js升级到24，或者在老网站的后台把内容导出成表格，用“表格”搬过来'

async function partOfDatabase(path: string, after: string): Promise<MovedPart> {
  // Node 20 has none. The bundler must not look for it.
  const sqlite: Sqlite | undefined = await import('node:sqlite' as string).catch(() => undefined)
  if (!sqlite) throw new UnreadableSource(tooOld)
  // Nothing is written beside it, whatever the file says of its journal.
  const file = new sqlite.DatabaseSync(`${pathToFileURL(path)}?immutable=1`, { readOnly: true, allowExtension: false })
  try {
    return readPbootcms(file, after)
  } finally {
    file.close()
  }
}

/** It is read as a whole each time: what an item belongs to may be anywhere in it. */
function partOfExport(xml: string, after: string): MovedPart {
  const { records: all, lists, notes } = readWordPress(xml)
  const begin = Number(after) || 0
  const { records, isFull } = partOf(all.slice(begin))
  return { records, lists, notes: begin === 0 ? notes : [], next: isFull ? String(begin + records.length) : '' }
}
