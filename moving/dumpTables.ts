import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { maxMoved } from '../contract/kinds/movedRecords.ts'
import { copied, type DumpGaps, type RawRow, readDump } from './dump.ts'
import { isLong, type Row, type Shape, type System, type SystemContent, type Tables } from './tables.ts'
import { UnreadableSource } from './unreadableSource.ts'
import { isUtf8 } from 'node:buffer'

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
      const columns: Record<string, string> = {}
      const long: Record<string, string> = {}
      for (const [column, value] of Object.entries(raw)) {
        texts.learn(value)
        if (isLong(shape, column)) long[column] = value
        else {
          columns[column] = copied(value)
          room -= value.length
        }
      }
      room -= rowCharacters
      if (room < 0) throw new UnreadableSource(`备份里的内容太多，一次最多搬${maxMoved}条`)
      if (shape.key !== undefined) {
        const bytes = Buffer.from(JSON.stringify(long), 'latin1')
        writeSync(beside, bytes)
        places.push({ id: columns[shape.key] ?? '', at, length: bytes.length })
        at += bytes.length
        columns.size = String(bytes.length)
      }
      rows.push(columns)
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
      .filter((prefix) => others.every((other) => names.includes(prefix + other)))
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

const gb18030 = new TextDecoder('gb18030')
/** What MySQL calls latin1. */
const latin1 = new TextDecoder('windows-1252')
const byteOf = new Map(Array.from({ length: 128 }, (_, at) => [latin1.decode(Uint8Array.of(128 + at)), 128 + at]))

/** Bytes that were taken for characters and written as such; undefined where other characters are among them. */
function bytesIn(text: string): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const byte = code < 128 ? code : byteOf.get(text.charAt(at))
    if (byte === undefined) return undefined
    bytes[at] = byte
  }
  return bytes
}

const hasHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** What is written twice over: UTF-8 or GBK in a table of latin1. */
function undoubled(text: string): string | undefined {
  const bytes = bytesIn(text)
  if (!bytes || isUtf8(bytes)) return bytes?.toString()
  const inner = gb18030.decode(bytes)
  return hasHan(inner) && !inner.includes('\uFFFD') ? inner : undefined
}

/** The texts of a table, in an encoding that most of them agree on: a short one of GBK may look like UTF-8. */
function createTexts() {
  const votes = { utf8: 0, gbk: 0, doubled: 0 }
  return {
    /** `raw` has a character for each byte. */
    learn(raw: string): void {
      if (raw.length > maxLearned || !/[\x80-\xff]/.test(raw)) return
      const bytes = Buffer.from(raw, 'latin1')
      if (!isUtf8(bytes)) votes.gbk++
      else if (hasHan(undoubled(bytes.toString()) ?? '')) votes.doubled++
      else votes.utf8++
    },
    read(raw: string): string {
      if (!/[\x80-\xff]/.test(raw)) return raw
      const bytes = Buffer.from(raw, 'latin1')
      const text = votes.gbk > votes.utf8 + votes.doubled ? gb18030.decode(bytes) : bytes.toString()
      return votes.doubled > votes.utf8 ? (undoubled(text) ?? text) : text
    },
  }
}
const maxLearned = 10_000
