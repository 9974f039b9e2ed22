import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { MovedPart } from '../contract/kinds/movedRecords.ts'
import { dedecms } from './dedecms.ts'
import { type OpenDump, openDump } from './dumpTables.ts'
import { eyoucms } from './eyoucms.ts'
import { partOfSystem } from './oldSystem.ts'
import { pbootcms } from './pbootcms.ts'
import { openSqlite, type SqliteFile } from './sqliteTables.ts'
import { UnreadableSource } from './unreadableSource.ts'
import { readWordPress } from './wordpress.ts'

/** Reads the part of a file that is behind what `after` names. An export is read as a whole each time: what an item belongs to may be anywhere. */
export async function readMovedFile(path: string, after: string): Promise<MovedPart> {
  const beginning = beginningOf(path)
  if (beginning.startsWith('SQLite format 3\0')) return partOfDatabase(path, after)
  if (isDump(beginning)) return partOfDump(path, after)
  return readWordPress(readFileSync(path, 'latin1'), after)
}

/** Packed, in UTF-16, or with the words that dumps begin with. */
const isDump = (beginning: string): boolean =>
  /^(?:\x1f\x8b|\xff\xfe|(?:\xef\xbb\xbf)?\s*(?:--(?!-)|\/\*|# ?phpMyAdmin|(?:set|drop|create|insert|replace|use|lock|begin|start)\s))/i.test(
    beginning,
  )

function beginningOf(path: string): string {
  const beginning = Buffer.alloc(64)
  const file = openSync(path, 'r')
  try {
    return beginning.toString('latin1', 0, readSync(file, beginning))
  } finally {
    closeSync(file)
  }
}

/** What the last part has read of its dump: the next one has only the long texts to read. */
let last: { path: string; dump: OpenDump } | undefined

async function partOfDump(path: string, after: string): Promise<MovedPart> {
  if (last?.path !== path) {
    last?.dump.close()
    last = undefined
    last = { path, dump: await openDump(path, [pbootcms, dedecms, eyoucms], Date.now()) }
  }
  const { content, tables, close } = last.dump
  const part = await partOfSystem(content, tables, after)
  if (part.next !== '') return part
  last = undefined
  close()
  return part
}

export async function partOfSqlite(file: SqliteFile, after: string, now: number): Promise<MovedPart> {
  const tables = openSqlite(file, pbootcms)
  return partOfSystem(pbootcms.read(tables, now), tables, after)
}

interface Sqlite {
  DatabaseSync: new (path: string, options: object) => SqliteFile & { close(): void }
}

const tooOld =
  '服务器上的Node.js太旧，读不了PbootCMS的数据库。请管理员把Node.js升级到24，或者请老网站的技术人员把数据库导出成.sql备份'

async function partOfDatabase(path: string, after: string): Promise<MovedPart> {
  // Node 20 has none. The bundler must not look for it.
  const sqlite: Sqlite | undefined = await import('node:sqlite' as string).catch(() => undefined)
  if (!sqlite) throw new UnreadableSource(tooOld)
  try {
    // Nothing is written beside it, whatever the file says of its journal.
    const file = new sqlite.DatabaseSync(`${pathToFileURL(path)}?immutable=1`, {
      readOnly: true,
      allowExtension: false,
    })
    try {
      return await partOfSqlite(file, after, Date.now())
    } finally {
      file.close()
    }
  } catch (error) {
    // Whatever else SQLite says of such a file is in English.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR')
      throw new UnreadableSource('这个数据库读不了，可能已经损坏。请从老网站重新下载data文件夹里的.db文件')
    throw error
  }
}
