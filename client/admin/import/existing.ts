import type { Existing } from '../../../contract/kinds/entities.ts'
import { grouped } from '../../../contract/kinds/grouped.ts'
import { itemsIn, type Model, modelsInCell, sheetFields } from '../../../contract/kinds/sheetColumns.ts'
import type { SheetKind } from '../../../contract/kinds/sheetKinds.ts'
import { pathsOf, recordsCalled } from '../list/recordSource.ts'
import type { Fields } from './staged.ts'

/** No title or model has more characters. */
const longestWord = 200

/** The records of a kind that cells name by their id, title or first model, as they are now, and the addresses that are taken. */
export async function loadExisting(kind: SheetKind, cells: readonly string[], signal: AbortSignal) {
  const words = cells.flatMap((cell) => [cell, modelsInCell(cell)[0]?.model ?? ''])
  const asked = [...new Set(words)].filter((word) => word !== '' && word.length <= longestWord)
  return { existing: await recordsCalled(kind, asked, signal), paths: await pathsOf(kind, signal) }
}

/** What a record is looked for by. */
export interface Asked {
  /** As an export has it. */
  id: string
  title: string
  /** What tells records of one name apart: its first model, the day of news. */
  mark: string
  /** Two rows with the same one are one twice. */
  key: string
}

const titleAndMark = (title: string, mark: string): string => `${title}\n${mark}`

export function askedBy(kind: SheetKind, title: string, date: string, model = '', id = ''): Asked {
  const mark = kind === 'news' ? date.slice(0, 10) : model
  return { id, title, mark, key: titleAndMark(title, mark) }
}

export function marksOf(kind: SheetKind, fields: Fields): string[] {
  if (kind !== 'news') return modelsIn(fields).map(({ model }) => model)
  const day = String(fields[sheetFields.news.date ?? ''] ?? '').slice(0, 10)
  return day === '' ? [] : [day]
}

/**
 * The record of each row, which is that of no other. A name is that of many, news of each year, and a model, often a standard, of many
 * products: both together say which one is meant. By one of them it is found only where nothing else can be meant.
 */
export function findRecords<Row extends Asked>(
  kind: SheetKind,
  rows: readonly Row[],
  existing: readonly Existing[],
): ReadonlyMap<Row, Existing> {
  const found = new Map<Row, Existing>()
  const taken = new Set<Existing>()
  const match = (
    rowKey: (row: Row) => string,
    recordKeys: (record: Existing, marks: readonly string[]) => readonly string[],
    isAlone = true,
  ): void => {
    const records = grouped(existing, (record) => recordKeys(record, marksOf(kind, record.fields)))
    const asking = grouped(rows, (row) => (found.has(row) || rowKey(row) === '' ? [] : [rowKey(row)]))
    for (const [key, some] of asking) {
      const known = records.get(key) ?? []
      if (isAlone && (known.length > 1 || some.some((row) => row.key !== some[0]?.key))) continue
      const free = known.filter((record) => !taken.has(record))
      for (const [at, row] of some.entries()) {
        const record = free[at]
        if (!record) break
        found.set(row, record)
        taken.add(record)
      }
    }
  }
  match(
    ({ id }) => id,
    ({ id }) => [id],
  )
  match(
    ({ key }) => key,
    ({ title }, marks) => (marks.length > 0 ? marks : ['']).map((mark) => titleAndMark(title, mark)),
    false,
  )
  if (kind === 'product')
    match(
      ({ mark }) => mark,
      (_, marks) => marks,
    )
  match(
    ({ title, mark }) => (mark === '' ? title : ''),
    ({ title }) => [title],
  )
  // What has none yet gets it from the sheet; another one of the same name is another product.
  match(
    ({ title }) => title,
    ({ title }, marks) => (marks.length === 0 ? [title] : []),
  )
  return found
}

export const modelsIn = (fields: Fields = {}): Model[] =>
  itemsIn(fields['models']).map(({ model, note, ...own }) => ({
    model: String(model),
    note: String(note ?? ''),
    ...own,
  }))
