import { dayMs } from '../../../contract/durations.ts'
import { cutCell, sheetLimits } from '../../../contract/sheetKinds.ts'
import { readXml } from '../../../contract/xml.ts'
import { limitRows, type Rows, tooManyColumns, tooManyRows } from './rows.ts'
import { SheetProblem } from './sheetProblem.ts'
import { unzip } from './zip.ts'

/** The cells of the first sheet of an .xlsx, as they read. No formula is run: the value that was saved with it counts. */
export async function readWorkbook(bytes: Uint8Array): Promise<Rows> {
  const files = await unzip(bytes, (name) =>
    /^xl\/(?:workbook|sharedStrings|styles|worksheets\/[^/]+|_rels\/workbook)\.xml(?:\.rels)?$/.test(name),
  )
  const text = (name: string): string => {
    const file = files.get(name)
    return file ? new TextDecoder().decode(file) : ''
  }
  const workbook = text('xl/workbook.xml')
  const sheet = firstSheet(workbook, text('xl/_rels/workbook.xml.rels'))
  const content = text(`xl/${sheet}`) || text('xl/worksheets/sheet1.xml')
  if (content === '') throw new SheetProblem('文件里没有表格。旧的.xls请在Excel或WPS里另存为.xlsx')
  const strings = stringsOf(text('xl/sharedStrings.xml'))
  const isDate = datesOf(text('xl/styles.xml'))
  return limitRows(cellsOf(content, { strings, isDate, firstDay: firstDay(workbook) }))
}

/** The first that is shown. */
function firstSheet(workbook: string, relations: string): string {
  const targets = new Map<string, string>()
  for (const part of readXml(relations)) {
    if (part.is === 'open' && part.name === 'Relationship')
      targets.set(part.attributes.Id ?? '', (part.attributes.Target ?? '').replace(/^\/?(?:xl\/)?/, ''))
  }
  for (const part of readXml(workbook)) {
    if (part.is !== 'open' || part.name !== 'sheet' || (part.attributes.state ?? 'visible') !== 'visible') continue
    return targets.get(part.attributes.id ?? '') ?? ''
  }
  return ''
}

/** What days are counted from: 1904-01-01 in workbooks of old Macs. */
const firstDay = (workbook: string): number =>
  /<workbookPr[^>]* date1904="(?:1|true)"/.test(workbook) ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)

/** Texts that cells name by their places; the reading aids of Japanese cells are none. */
function stringsOf(xml: string): string[] {
  const strings: string[] = []
  let current = ''
  let inText = false
  let inAid = false
  for (const part of readXml(xml)) {
    if (part.is === 'open' && part.name === 'si') current = ''
    if (part.is === 'open' && part.name === 'rPh') inAid = !part.empty
    if (part.is === 'open' && part.name === 't') inText = !part.empty
    if (part.is === 'close' && part.name === 'rPh') inAid = false
    if (part.is === 'close' && part.name === 't') inText = false
    if (part.is === 'text' && inText && !inAid) current += part.text
    const isEnd = part.is === 'close' ? part.name === 'si' : part.is === 'open' && part.name === 'si' && part.empty
    if (isEnd) strings.push(current.slice(0, cutCell))
  }
  return strings
}

/** Which styles show a number as a day: by the numbers of Excel's own formats, or by a format with years in it. */
function datesOf(xml: string): (style: number) => boolean {
  const formats = new Map<number, string>()
  const styles: number[] = []
  let inStyles = false
  for (const part of readXml(xml)) {
    if (part.is === 'text') continue
    if (part.name === 'cellXfs') inStyles = part.is === 'open'
    if (part.is !== 'open') continue
    const format = Number(part.attributes.numFmtId ?? 0)
    if (part.name === 'numFmt') formats.set(format, part.attributes.formatCode ?? '')
    if (part.name === 'xf' && inStyles) styles.push(format)
  }
  const isDay = (format: number): boolean => {
    const code = formats.get(format)
    if (code !== undefined) return /y/i.test(code.replace(/"[^"]*"|\[[^\]]*\]/g, ''))
    return (
      (format >= 14 && format <= 17) ||
      format === 22 ||
      (format >= 27 && format <= 31) ||
      (format >= 50 && format <= 58)
    )
  }
  return (style) => isDay(styles[style] ?? 0)
}

interface Meanings {
  strings: readonly string[]
  isDate(style: number): boolean
  firstDay: number
}

interface Place {
  row: number
  column: number
}

function cellsOf(xml: string, meanings: Meanings): string[][] {
  const rows: string[][] = []
  let place: Place = { row: -1, column: -1 }
  let cell = { type: '', style: 0 }
  let value = ''
  let reads = false
  const merged: string[] = []
  for (const part of readXml(xml)) {
    if (part.is === 'text') {
      if (reads) value += part.text
      continue
    }
    if (part.is === 'open' && part.name === 'row') {
      place = { row: part.attributes.r ? Number(part.attributes.r) - 1 : place.row + 1, column: -1 }
      refuseFar(place)
    }
    if (part.is === 'open' && part.name === 'c') {
      const next = { row: place.row, column: place.column + 1 }
      place = cellAt(part.attributes.r) ?? next
      refuseFar(place)
      cell = { type: part.attributes.t ?? 'n', style: Number(part.attributes.s ?? 0) }
      value = ''
    }
    // A formula's text is in another element and is never read.
    if (part.name === 'v' || part.name === 't') reads = part.is === 'open' && !part.empty
    if (part.is === 'close' && part.name === 'c' && value !== '') {
      if (place.column >= sheetLimits.columns) throw tooManyColumns()
      const row = (rows[place.row] ??= [])
      row[place.column] = shown(value, cell, meanings)
    }
    if (part.is === 'open' && part.name === 'mergeCell' && merged.length < sheetLimits.rows)
      merged.push(part.attributes.ref ?? '')
  }
  let room = mostFilled
  for (const range of merged) room -= fillMerged(rows, range, room)
  return Array.from(rows, (row) => Array.from(row ?? [], (each) => each ?? ''))
}

function refuseFar({ row }: Place): void {
  if (row > sheetLimits.rows) throw tooManyRows()
}

function shown(
  value: string,
  { type, style }: { type: string; style: number },
  { strings, isDate, firstDay }: Meanings,
): string {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? '是' : '否'
  if (type === 'e') return ''
  if (type !== 'n') return value.slice(0, cutCell)
  const number = Number(value)
  if (isDate(style) && number > 0 && number < 3_000_000) return dayOf(number, firstDay)
  // 0.1 + 0.2 is stored with all its digits.
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value
}

function dayOf(serial: number, firstDay: number): string {
  const time = new Date(firstDay + Math.round(serial * dayMs)).toISOString()
  return serial % 1 === 0 ? time.slice(0, 10) : `${time.slice(0, 10)} ${time.slice(11, 19)}`
}

function cellAt(reference: string | undefined): Place | undefined {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference ?? '') ?? []
  if (letters === '') return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(digits) - 1, column: column - 1 }
}

/** More than any sheet has that people have made. */
const mostFilled = 500_000

/** What is written once over several cells belongs to each of them. Returns how many they are; more than there is room for stay empty. */
function fillMerged(rows: string[][], range: string, room: number): number {
  const [first, last] = range.split(':').map(cellAt)
  if (!first || !last) return 0
  const value = rows[first.row]?.[first.column]
  const lastRow = Math.min(last.row, rows.length - 1)
  const lastColumn = Math.min(last.column, sheetLimits.columns - 1)
  const count = (lastRow - first.row + 1) * (lastColumn - first.column + 1)
  if (value === undefined || count < 1 || count > room) return 0
  for (let row = first.row; row <= lastRow; row++) {
    const cells = (rows[row] ??= [])
    for (let column = first.column; column <= lastColumn; column++) cells[column] ??= value
  }
  return count
}
