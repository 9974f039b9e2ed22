import type { MovedRecord, MovedSource } from '../contract/kinds/movedRecords.ts'

/** The columns that are read, as texts; one that a table has not is absent. */
export type Row = Readonly<Record<string, string>>

/** What is read of tables with such a name, which follows the prefix of the site. */
export interface Shape {
  name: RegExp
  columns: readonly string[]
  /** Columns with long texts, or all others, which are read only for the records of one part; `key` has the record's id. */
  long?: readonly string[] | 'others'
  key?: string
}

/** The names of columns stand in one text, as SQL has them. */
export const shape = (name: RegExp, columns: string, more: Pick<Shape, 'long' | 'key'> = {}): Shape => ({
  name,
  columns: columns.split(' '),
  ...more,
})

export const isLong = ({ columns, long = [] }: Shape, column: string): boolean =>
  long === 'others' ? !columns.includes(column) : long.includes(column)

/** The tables of one site, in a database or in a dump of one. */
export interface Tables {
  has(name: string): boolean
  /** The rows of all tables with such a name, without their long texts. `size` says how long those are. */
  rows(name: string | RegExp): Iterable<Row>
  /** The long texts of these records by their ids, of every table that has some. */
  texts(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, Row>>
  /** What staff should know of the file itself. */
  notes: readonly string[]
}

/** A record, whose long texts are read when it is its turn. */
export interface Head {
  id: string
  size: number
  record(texts: Row): MovedRecord
}

/** What is in the database of another system. */
export interface SystemContent extends Pick<MovedSource, 'lists' | 'notes' | 'company'> {
  /** The last one is to be the first in lists. */
  heads: readonly Head[]
}

export interface System {
  shapes: readonly Shape[]
  /** The tables by which it is known. */
  marks: readonly string[]
  read(tables: Tables, now: number): SystemContent
}

interface Records {
  rows: readonly Row[]
  /** The rows of other tables that have texts of the records. */
  beside: Iterable<Row>
  /** The columns that have the id of the record. */
  key: string
  keyBeside: string
  movedRecord(row: Row, texts: Row): MovedRecord
}

/** How long the texts of each record are, in all tables together, and what makes a record of them. */
export function headsOf({ rows, beside, key, keyBeside, movedRecord }: Records): Head[] {
  const sizes = new Map<string, number>()
  for (const row of beside) {
    const id = row[keyBeside] ?? ''
    sizes.set(id, (sizes.get(id) ?? 0) + Number(row.size))
  }
  return rows.map((row) => {
    const id = row[key] ?? ''
    return { id, size: (Number(row.size) || 0) + (sizes.get(id) ?? 0), record: (texts) => movedRecord(row, texts) }
  })
}

/** Says how many rows each of these tables has, for what this site has no place. */
export function leftOut(tables: Tables, names: Readonly<Record<string, string>>): string[] {
  const counts = Object.entries(names).map(([name, label]) => ({ label, count: [...tables.rows(name)].length }))
  return counts.filter(({ count }) => count > 0).map(({ label, count }) => `${label}${count}条没有带过来`)
}
