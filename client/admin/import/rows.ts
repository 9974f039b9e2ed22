import { unmarked } from '../../../contract/text/csv.ts'
import { isFilled } from '../../../contract/kinds/sheetColumns.ts'
import { sheetLimits } from '../../../contract/kinds/sheetKinds.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { SheetProblem } from './sheetProblem.ts'

export type Rows = readonly (readonly string[])[]

export const tooManyRows = (): SheetProblem => new SheetProblem(`表格超过${sheetLimits.rows}行，请分成几份导入`)
export const tooManyColumns = (): SheetProblem =>
  new SheetProblem(`表格超过${sheetLimits.columns}列，请删去不用的列再导入`)

/**
 * Each row at its place, without columns that are empty, and without the marks by which an export keeps spreadsheets from running a text.
 */
export function limitRows(rows: Rows): Rows {
  const all = rows.map((row) => row.map((cell) => unmarked(cell.trim())))
  const filled = all.filter(isFilled)
  if (filled.length > sheetLimits.rows + 1) throw tooManyRows()
  if (filled.length === 0) throw new SheetProblem('表格是空的')
  const used = usedColumns(filled)
  if (used.length > sheetLimits.columns) throw tooManyColumns()
  return all.slice(0, all.lastIndexOf(lastOf(filled) ?? []) + 1).map((row) => used.map((column) => row[column] ?? ''))
}

/** With one row of names where they stand in two: below merged cells the next row names the columns, other names are merged over both. */
export function withOneHead(rows: Rows, head: number): Rows {
  const [above = [], below = []] = rows.slice(head)
  const isMerged = (name: string, at: number): boolean => name !== '' && [above[at - 1], above[at + 1]].includes(name)
  const fits = above.every((name, at) => (isMerged(name, at) ? below[at] : ['', name].includes(below[at] ?? '')))
  if (!fits || !above.some(isMerged)) return rows
  const names = above.map((name, at) => {
    const [unit = ''] = /[(（].*/.exec(name) ?? []
    const label = below[at] || name
    return isMerged(name, at) && !/[(（]/.test(label) ? label + unit : label
  })
  return [...rows.slice(0, head), names, [], ...rows.slice(head + 2)]
}

export function usedColumns(rows: Rows): number[] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, column) => column).filter((column) =>
    rows.some((row) => row[column]?.trim()),
  )
}

/** A .csv in UTF-8, or as Chinese Excel writes it. */
export function readCsv(bytes: Uint8Array): Rows {
  const text = decoded(bytes)
  const firstLine = text.slice(0, text.search(/[\r\n]|$/))
  const separator = [',', '\t', ';'].reduce((best, each) =>
    countIn(firstLine, each) > countIn(firstLine, best) ? each : best,
  )
  return readSeparated(text, separator)
}

/** Cells as Excel and WPS copy them. */
export const readPasted = (text: string): Rows => readSeparated(text, '\t')

const countIn = (text: string, part: string): number => text.split(part).length

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** A quoted cell may have separators and line feeds in it, and doubles its quotes. */
function readSeparated(text: string, separator: string): Rows {
  const rows: string[][] = [[]]
  let at = 0
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator)
    lastOf(rows)?.push(cell)
    at = end
    if (text[at] === separator) {
      at++
      if (at === text.length) lastOf(rows)?.push('')
    } else if (at < text.length) {
      at += text.startsWith('\r\n', at) ? 2 : 1
      if (rows.length > sheetLimits.rows + 1) throw tooManyRows()
      rows.push([])
    }
  }
  return limitRows(rows)
}

function plainCell(text: string, start: number, separator: string): { cell: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\r' && text[end] !== '\n') end++
  return { cell: text.slice(start, end), end }
}

function quotedCell(text: string, start: number): { cell: string; end: number } {
  let end = start + 1
  while (end < text.length) {
    if (text[end] !== '"') end++
    else if (text[end + 1] === '"') end += 2
    else break
  }
  return { cell: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 }
}
