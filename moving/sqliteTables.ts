import { maxMoved } from '../contract/kinds/movedRecords.ts'
import { isLong, type Row, type System, type Tables } from './tables.ts'
import { UnreadableSource } from './unreadableSource.ts'

/** What is used of a database of node:sqlite, which Node 20 has not. */
export interface SqliteFile {
  exec(sql: string): void
  prepare(sql: string): {
    all(...values: (string | number)[]): Record<string, unknown>[]
    iterate(...values: (string | number)[]): Iterable<Record<string, unknown>>
  }
}

/** Broken files may lead to the same text again and again. */
const maxCharacters = 100_000_000

/**
 * The file is somebody else's: only plain tables with known names count, so that no view, trigger or virtual table of the file is used; only
 * stored columns, so that no expression of it is computed; and each step returns, so that a damaged file has an end.
 */
export function openSqlite(file: SqliteFile, { shapes, marks }: System): Tables {
  file.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0')
  const plainTables = plainTablesIn(file)
  const [first = ''] = marks
  const prefix = plainTables.find((name) => name.endsWith(first))?.slice(0, -first.length)
  const has = (name: string): boolean => prefix !== undefined && plainTables.includes(prefix + name)
  if (!marks.every(has)) throw new UnreadableSource('这不是PbootCMS的数据库。请选择老网站data文件夹里的.db文件')

  let room = maxCharacters
  const read = (values: Record<string, unknown>): Row => {
    const row = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]))
    for (const text of Object.values(row)) room -= text.length
    if (room < 0) throw new UnreadableSource('这个数据库的内容太多，或者已经损坏')
    return row
  }
  const tables = plainTables.flatMap((name) => {
    const shape = shapes.find((shape) => name.startsWith(prefix ?? '') && shape.name.test(name.slice(prefix?.length)))
    return shape ? [{ name, shape, columns: columnsOf(file, name) }] : []
  })
  const asText = (column: string): string => `CAST("${column}" AS TEXT) AS "${column}"`
  const sizeOf = (column: string): string => `coalesce(length("${column}"), 0)`
  return {
    notes: [],
    has,
    *rows(wanted) {
      for (const { name, shape, columns } of tables) {
        const rest = name.slice(prefix?.length)
        if (typeof wanted === 'string' ? rest !== wanted : !wanted.test(rest)) continue
        const short = columns.filter((column) => shape.columns.includes(column)).map(asText)
        const long = columns.filter((column) => isLong(shape, column)).map(sizeOf)
        const all = [...short, `${['0', ...long].join(' + ')} AS "size"`]
        for (const row of file.prepare(`SELECT ${all} FROM "${name}" LIMIT ${maxMoved + 1}`).iterate()) yield read(row)
      }
    },
    async texts(ids) {
      const rowsById = new Map<string, Row>()
      for (const { name, shape, columns } of tables) {
        const { key = '' } = shape
        const long = columns.filter((column) => isLong(shape, column))
        if (!columns.includes(key) || long.length === 0) continue
        const marksOf = [...ids].map(() => '?')
        const sql = `SELECT CAST("${key}" AS TEXT) AS "key", ${long.map(asText)} FROM "${name}" WHERE CAST("${key}" AS TEXT) IN (${marksOf})`
        for (const values of file.prepare(sql).iterate(...ids)) {
          const { key: id = '', ...row } = read(values)
          rowsById.set(id, { ...rowsById.get(id), ...row })
        }
      }
      return rowsById
    },
  }
}

function plainTablesIn(file: SqliteFile): string[] {
  const isPlain = `type = 'table' AND sql LIKE 'CREATE TABLE%'`
  const entries = file.prepare(`SELECT lower(name) AS name, ${isPlain} AS isPlain FROM sqlite_master`).all()
  const others = new Set(entries.filter((entry) => entry.isPlain !== 1).map(({ name }) => name))
  const names = entries.map(({ name }) => String(name)).filter((name) => !others.has(name) && isName(name))
  return [...new Set(names)]
}

/** What is generated is not in this list. */
const columnsOf = (file: SqliteFile, table: string): string[] =>
  file
    .prepare(`PRAGMA table_info("${table}")`)
    .all()
    .map(({ name }) => String(name))
    .filter(isName)

const isName = (name: string): boolean => /^[a-z]\w{0,63}$/i.test(name)
