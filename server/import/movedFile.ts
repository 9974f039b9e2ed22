import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { MovedPart } from '../../contract/movedRecords.ts'
import { readGhost } from './ghost.ts'
import { haloFolder, readHalo } from './halo.ts'
import { readMarkdownSite, type TextFile } from './markdownSite.ts'
import { readPbootcms, type SqliteFile } from './pbootcms.ts'
import { UnreadableSource } from './unreadableSource.ts'
import { readWordPress } from './wordpress.ts'

/** Reads the part of a file that is behind what `after` names. An export is read as a whole each time: what an item belongs to may be anywhere. */
export async function readMovedFile(path: string, after: string): Promise<MovedPart> {
  if (isDatabase(path)) return partOfDatabase(path, after)
  const bytes = readFileSync(path)
  if (!/^\s*\{/.test(bytes.toString('utf8', 0, 64))) return readWordPress(bytes.toString('latin1'), after)
  const files = filesIn(bytes)
  if (!files) return readGhost(bytes.toString(), after)
  return files.some(({ path: name }) => name.startsWith(haloFolder))
    ? readHalo(files, after)
    : readMarkdownSite(files, after)
}

/** A folder comes with a line of JSON for each text in it. Undefined for what is another export. */
function filesIn(bytes: Buffer): TextFile[] | undefined {
  if (!bytes.subarray(0, beginningOfLine.length).equals(beginningOfLine)) return undefined
  const files: TextFile[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\n', at)
    const { path, text } = JSON.parse(bytes.toString('utf8', at, end === -1 ? bytes.length : end))
    files.push({ path: String(path), text: String(text) })
    at = end === -1 ? bytes.length : end + 1
  }
  return files
}
const beginningOfLine = Buffer.from('{"path":')

function isDatabase(path: string): boolean {
  const mark = Buffer.from('SQLite format 3\0')
  const beginning = Buffer.alloc(mark.length)
  const file = openSync(path, 'r')
  try {
    readSync(file, beginning)
  } finally {
    closeSync(file)
  }
  return beginning.equals(mark)
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
  try {
    // Nothing is written beside it, whatever the file says of its journal.
    const file = new sqlite.DatabaseSync(`${pathToFileURL(path)}?immutable=1`, {
      readOnly: true,
      allowExtension: false,
    })
    try {
      return readPbootcms(file, after)
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
