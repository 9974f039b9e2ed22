import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { maxMoved } from '../../contract/movedRecords.ts'
import { copied, type DumpGaps, type RawRow, readDump } from './dump.ts'
import { createTexts } from './dumpText.ts'
import { isLong, type Row, type Shape, type System, type SystemContent, type Tables } from './tables.ts'
import { UnreadableSource } from './unreadableSource.ts'

/** What is kept of the rows of all tables, in characters: beside it the reader needs memory of its own. */
const maxKept = 30_000_000
/** What an object with a few members needs beside their texts. */
const rowCharacters = 100

interface Table {
  shape: Shape
  rows: RawRow[]
  /** Where the long texts of records are in the file beside. */
  places: { id: string; at: number; length: number }[]
  texts: ReturnType<typeof createTexts>
}

export interface OpenDump {
  content: SystemContent
  tables: Tables
  close(): void
}

/** Reads a dump once: its short texts are kept here, and the long ones in a file that has no name, so that it ends with this process. */
export async function openDump(path: string, systems: readonly System[], now: number): Promise<OpenDump> {
  const beside = openSync(`${path}.texts`, 'w+', 0o600)
  unlinkSync(`${path}.texts`)
  const close = (): void => closeSync(beside)
  try {
    const { found, gaps } = await readTables(path, beside, systems)
    const { system, prefix, others } = chooseSystem([...found.keys()], systems, gaps)
    const own = new Map([...found].filter(([name]) => name.startsWith(prefix)))
    const tables = tablesIn(beside, { own, prefix, notes: notesOf(gaps, others) })
    const content = system.read(tables, now)
    // Nobody asks for them again.
    for (const table of own.values()) table.rows = []
    return { content, tables, close }
  } catch (error) {
    close()
    throw error
  }
}

async function readTables(path: string, beside: number, systems: readonly System[]) {
  const shapes = systems.flatMap((system) => system.shapes)
  const found = new Map<string, Table>()
  let room = maxKept
  let at = 0
  const gaps = await readDump(path, {
    wants: (name) => {
      const table = found.get(name) ?? newTable(name, shapes)
      if (!table) return undefined
      found.set(name, table)
      const { shape } = table
      return (column) => shape.columns.includes(column) || isLong(shape, column)
    },
    onTable: (name) => void found.delete(name),
    onRow(name, raw) {
      const table = found.get(name)
      if (!table) return
      const { shape, rows, places, texts } = table
      const kept: Record<string, string> = {}
      const long: Record<string, string> = {}
      for (const [column, value] of Object.entries(raw)) {
        texts.learn(value)
        if (isLong(shape, column)) long[column] = value
        else {
          kept[column] = copied(value)
          room -= value.length
        }
      }
      room -= rowCharacters
      if (room < 0) throw new UnreadableSource(`备份里的内容太多，一次最多搬${maxMoved}条`)
      if (shape.key !== undefined) {
        const bytes = Buffer.from(JSON.stringify(long), 'latin1')
        writeSync(beside, bytes)
        places.push({ id: kept[shape.key] ?? '', at, length: bytes.length })
        at += bytes.length
        kept.size = String(bytes.length)
      }
      rows.push(kept)
    },
  })
  return { found, gaps }
}

/** By the longest name that is known: what stands before it is the prefix. Several systems may have one of this name. */
function newTable(table: string, shapes: readonly Shape[]): Table | undefined {
  for (let at = 0; ; at = table.indexOf('_', at) + 1) {
    const [shape, ...others] = shapes.filter(({ name }) => name.test(table.slice(at)))
    const columns = [shape, ...others].flatMap((each) => each?.columns ?? [])
    if (shape) return { shape: { ...shape, columns }, rows: [], places: [], texts: createTexts() }
    if (!table.includes('_', at)) return undefined
  }
}

/** The database may have the tables of several sites: the first that is complete is read. */
function chooseSystem(names: readonly string[], systems: readonly System[], { unnamed, isCut, isEmpty }: DumpGaps) {
  const complete = systems.flatMap((system) => {
    const [first = '', ...others] = system.marks
    return names
      .filter((name) => name.endsWith(first))
      .map((name) => name.slice(0, -first.length))
      .filter((prefix) => others.every((each) => names.includes(prefix + each)))
      .map((prefix) => ({ system, prefix }))
  })
  const [chosen, ...others] = complete
  if (chosen) return { ...chosen, others: others.map(({ prefix }) => prefix) }
  if (unnamed.size > 0) throw new UnreadableSource('备份里只有数据，没有表的结构。请在导出时选“结构和数据”')
  const isKnown = systems.some(({ marks: [first = ''] }) => names.some((name) => name.endsWith(first)))
  throw new UnreadableSource(isKnown || isCut || isEmpty ? notWhole : notRead)
}
const notWhole = '备份不完整，里面没有内容。请重新导出整个数据库，格式选SQL'
const notRead =
  '备份里没有PbootCMS、织梦DedeCMS或易优EyouCMS的内容。别的系统（如帝国CMS、Typecho、Joomla）的数据库读不了：老网站还打得开的，请用“一批网址”搬；打不开的，请把内容整理成表格来导入。WordPress请用它后台导出的.xml文件'

function notesOf({ isCut, strange, unnamed }: DumpGaps, others: readonly string[]) {
  const notes: string[] = []
  if (isCut) notes.push('备份不完整，在中间断了：断开以后的内容没有读到，请重新导出')
  if (strange > 0) notes.push(`备份里有${strange}行读不懂，没有读取`)
  if (unnamed.size > 0) notes.push(`没有表结构的没有读取：${[...unnamed].slice(0, 5).join('、')}`)
  if (others.length > 0) notes.push(`备份里还有别的网站，没有读取：前缀${others.slice(0, 5).join('、')}`)
  return notes
}

interface Own {
  own: ReadonlyMap<string, Table>
  prefix: string
  notes: readonly string[]
}

function tablesIn(beside: number, { own, prefix, notes }: Own): Tables {
  const decoded = ({ texts }: Table, row: RawRow): Row =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, texts.read(value)]))
  return {
    notes,
    has: (name) => own.has(prefix + name),
    *rows(name) {
      for (const [full, table] of own) {
        const rest = full.slice(prefix.length)
        if (typeof name === 'string' ? rest !== name : !name.test(rest)) continue
        for (const row of table.rows) yield decoded(table, row)
      }
    },
    async texts(ids) {
      const all = new Map<string, Row>()
      for (const table of own.values())
        for (const { id, at, length } of table.places) {
          if (!ids.has(id)) continue
          const bytes = Buffer.allocUnsafe(length)
          readSync(beside, bytes, 0, length, at)
          all.set(id, { ...all.get(id), ...decoded(table, JSON.parse(bytes.toString('latin1')) as RawRow) })
        }
      return all
    },
  }
}
