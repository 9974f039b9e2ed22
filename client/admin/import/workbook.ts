import { dayMs } from '../../../contract/text/durations.ts'
import { isFilled, isSum } from '../../../contract/kinds/sheetColumns.ts'
import { cutCell, sheetLimits } from '../../../contract/kinds/sheetKinds.ts'
import { readXml } from '../../../contract/text/xml.ts'
import { pictureTypeOf } from '../../lib/pictureErrors.ts'
import {
  type Anchor,
  createCellUnder,
  missingPart,
  type NamedPictures,
  readAnchors,
  readNamedPictures,
} from './cellPictures.ts'
import { pastedType } from './pastedSheet.ts'
import { limitRows, readCsv, readPasted, type Rows, tooManyColumns, tooManyRows, usedColumns } from './rows.ts'
import { attributesIn, openWorkbook, piecesOf, type WorkbookParts } from './workbookParts.ts'
import { damaged } from './zip.ts'

/** A picture in a cell, whose row and column count from 0. */
export interface PlacedPicture {
  row: number
  column: number
  file: File
}

export interface SheetContent {
  rows: Rows
  pictures: readonly PlacedPicture[]
  /** What else the file has, and is not imported, in words. */
  notes: readonly string[]
  /** The places of what was hidden. */
  hidden?: Hidden
}

export interface Hidden {
  rows: readonly number[]
  columns: readonly number[]
}

export async function readSheetFile(file: File): Promise<SheetContent> {
  // Every zip archive begins so.
  if (/\.xlsx$/i.test(file.name) || (await file.slice(0, 2).text()) === 'PK') return readWorkbook(file)
  const isPasted = file.type === pastedType
  const rows = isPasted ? readPasted(await file.text()) : readCsv(new Uint8Array(await file.arrayBuffer()))
  return { rows, pictures: [], notes: [] }
}

/** The first sheet of an .xlsx as it reads, with its pictures. No formula is run: the value that was saved with it counts. */
export async function readWorkbook(file: Blob): Promise<SheetContent> {
  const parts = await openWorkbook(file)
  const workbook = await parts.text('xl/workbook.xml')
  const links = await parts.relationsOf('xl/workbook.xml')
  const sheets = attributesIn(workbook, 'sheet').map(({ name = '', id = '', state = 'visible' }) => {
    return { name, part: links.get(id)?.target ?? '', state }
  })
  const first = sheets.find(({ state }) => state === 'visible')
  const sheet = first && parts.find(first.part) ? first.part : 'xl/worksheets/sheet1.xml'
  const content = await parts.text(sheet)
  if (content === '') throw damaged()
  const { cells, withoutValue, hidden } = cellsOf(content, {
    strings: stringsOf(await parts.text('xl/sharedStrings.xml')),
    isDate: datesOf(await parts.text('xl/styles.xml')),
    firstDay: firstDay(workbook),
    pictures: await readNamedPictures(parts),
    anchors: await readAnchors(parts, sheet),
  })
  const { rows, pictures, notes } = await takePictures(parts, limitRows(cells))
  const lacking = withoutValue.filter((line) => !isSum(rows[line - 1] ?? []))
  const [line] = lacking
  if (line !== undefined)
    notes.push(
      `${lacking.length}个格子的公式没有值或者出错（如第${line}行），按空的导入。请在Excel或WPS里打开、保存一次再试`,
    )
  // What nobody can show in Excel is the program's own.
  for (const { name, part, state } of sheets.filter((sheet) => sheet !== first && sheet.state !== 'veryHidden')) {
    // One that is too large to look into has something in it.
    const other = parts.find(part) ? await parts.text(part).catch(() => '<v>') : ''
    if (/<(?:\w+:)?(?:v|is)>/.test(other))
      notes.push(`还有${state === 'visible' ? '' : '隐藏的'}工作表“${name}”，不导入。需要的请另存成单独的表格`)
  }
  const columns = usedColumns(cells).flatMap((column, at) => (hidden.isColumn(column) ? [at] : []))
  return { rows, pictures, notes, hidden: { rows: hidden.rows.filter((row) => isFilled(rows[row] ?? [])), columns } }
}

/** Stands in a cell before the place of a picture; no text of XML has it. */
const pictureMark = '\0'
const maxPicture = 50 * 1_048_576
const maxPictures = 500 * 1_048_576
/** Merged cells may have the same ones many times. */
const maxPlaced = 20_000
const mostInCell = 30

/** Takes the pictures out of the cells. A file that is in several of them is one. */
async function takePictures(parts: WorkbookParts, rows: Rows) {
  const files = new Map<string, File | string>()
  let room = maxPictures
  async function fileAt(place: string): Promise<File | string> {
    if (place === '') return '不在表格里，只有链接'
    const entry = parts.find(place)
    if (!entry) return '在表格里找不到'
    const content = await entry.read(Math.min(room, maxPicture)).catch(() => undefined)
    if (!content) return '太大，或者读不出来'
    room -= content.size
    const name = place.slice(place.lastIndexOf('/') + 1)
    const type = pictureTypeOf(name)
    if (type === '') return `的格式网页不能用（${name.replace(/^.*\./, '').toUpperCase()}）`
    return new File([content], name, { type })
  }
  const pictures: PlacedPicture[] = []
  const counts = new Map<string, number>()
  const texts: string[][] = []
  for (const [row, cells] of rows.entries()) {
    texts.push([])
    for (const [column, cell] of cells.entries()) {
      const [text = '', ...places] = cell.split(pictureMark, mostInCell)
      texts[row]?.push(text)
      for (const place of places) {
        const file = files.get(place) ?? (await fileAt(place))
        files.set(place, file)
        if (typeof file === 'string') counts.set(file, (counts.get(file) ?? 0) + 1)
        else if (pictures.length < maxPlaced) pictures.push({ row, column, file })
      }
    }
  }
  const notes = Array.from(counts, ([why, count]) => `${count}张图片${why}，不导入`)
  return { rows: texts, pictures, notes }
}

/** What days are counted from: 1904-01-01 in workbooks of old Macs. */
const firstDay = (workbook: string): number =>
  /<workbookPr[^>]* date1904="(?:1|true)"/.test(workbook) ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)

/** Texts that cells name by their places; the reading aids of Japanese cells are none. */
const stringsOf = (xml: string): string[] =>
  piecesOf(xml, 'si').map((piece) => {
    let [text, reads] = ['', '']
    for (const part of readXml(piece)) {
      if (part.is === 'open' && !part.empty && reads !== 'rPh') reads = part.name
      else if (part.is === 'close' && (part.name === 'rPh' || reads !== 'rPh')) reads = ''
      else if (part.is === 'text' && reads === 't') text += part.text
    }
    return text.slice(0, cutCell)
  })

/** Which styles show a number as a day: by the numbers of Excel's own formats, or by a format with years in it. */
function datesOf(xml: string): (style: number) => boolean {
  const formats = new Map(
    attributesIn(xml, 'numFmt').map(({ numFmtId, formatCode = '' }) => [Number(numFmtId), formatCode]),
  )
  const styles = attributesIn(piecesOf(xml, 'cellXfs')[0] ?? '', 'xf').map(({ numFmtId = 0 }) => Number(numFmtId))
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
  pictures: NamedPictures
  anchors: readonly Anchor[]
}

interface Place {
  row: number
  column: number
}

interface Cell {
  type: string
  style: number
  /** The number of its value, which may be a picture. */
  picture: string
  value?: string
  formula?: string
}

interface Range {
  first: Place
  last: Place
}

const emuOfPoint = 12_700

/** The cells as they read, each with marks of its pictures, and the lines of those whose formula nobody has run. */
function cellsOf(xml: string, meanings: Meanings) {
  const { anchors, pictures } = meanings
  const rows: string[][] = []
  const withoutValue: number[] = []
  const heights = new Map<number, number>()
  const hiddenColumns: { min: number; max: number }[] = []
  let usualHeight = 15 * emuOfPoint
  let place: Place = { row: -1, column: -1 }
  let cell: Cell = { type: '', style: 0, picture: '' }
  let reads: 'value' | 'formula' | undefined
  const merged: string[] = []
  const put = ({ row, column }: Place, text: string): void => {
    if (column >= sheetLimits.columns) throw tooManyColumns()
    const cells = (rows[row] ??= [])
    cells[column] = (cells[column] ?? '') + text
  }
  for (const part of readXml(xml)) {
    if (part.is === 'text') {
      if (reads) cell[reads] += part.text
      continue
    }
    if (part.is === 'open' && part.name === 'row') {
      const { r, ht, hidden } = part.attributes
      place = { row: r ? Number(r) - 1 : place.row + 1, column: -1 }
      refuseFar(place)
      if (isSet(hidden)) heights.set(place.row, 0)
      else if (ht) heights.set(place.row, Number(ht) * emuOfPoint)
    }
    if (part.is === 'open' && part.name === 'col' && isSet(part.attributes.hidden))
      hiddenColumns.push({ min: Number(part.attributes.min) - 1, max: Number(part.attributes.max) - 1 })
    if (part.is === 'open' && part.name === 'sheetFormatPr')
      usualHeight = Number(part.attributes.defaultRowHeight ?? 15) * emuOfPoint
    if (part.is === 'open' && part.name === 'c') {
      const next = { row: place.row, column: place.column + 1 }
      const { r, t = 'n', s = 0, vm = '' } = part.attributes
      place = cellAt(r) ?? next
      refuseFar(place)
      cell = { type: t, style: Number(s), picture: vm }
    }
    if (part.name === 'v' || part.name === 't' || part.name === 'f') {
      const field = part.name === 'f' ? 'formula' : 'value'
      cell[field] ??= ''
      reads = part.is === 'open' && !part.empty ? field : undefined
    }
    if (part.is === 'close' && part.name === 'c') {
      const { value, formula, type } = cell
      const [, id] = /DISPIMG\(\s*"(ID_[\dA-F]+)"/i.exec(value || formula || '') ?? []
      const picture = id === undefined ? pictures.get(cell.picture) : (pictures.get(id.toUpperCase()) ?? missingPart)
      if (picture !== undefined) put(place, pictureMark + picture)
      else if (value) put(place, shown(value, cell, meanings))
      // A formula that makes an empty text has run.
      else if (formula !== undefined && type !== 'str') withoutValue.push(place.row + 1)
      if (picture === undefined && type === 'e') withoutValue.push(place.row + 1)
    }
    if (part.is === 'open' && part.name === 'mergeCell' && merged.length < sheetLimits.rows)
      merged.push(part.attributes.ref ?? '')
  }
  const cellUnder = createCellUnder(heights, usualHeight)
  const ranges = merged.flatMap((range) => rangeOf(range) ?? [])
  for (const anchor of anchors) {
    const under = cellUnder(anchor)
    const { first } = ranges.find((range) => isWithin(range, under)) ?? { first: under }
    for (const picture of anchor.pictures.map((picture) => pictureMark + picture))
      if (!rows[first.row]?.[first.column]?.includes(picture)) put(first, picture)
  }
  let room = mostFilled
  for (const range of ranges) room -= fillMerged(rows, range, room)
  return {
    cells: Array.from(rows, (row) => Array.from(row ?? [], (each) => each ?? '')),
    withoutValue,
    hidden: {
      rows: [...heights].flatMap(([row, height]) => (height === 0 ? [row] : [])),
      isColumn: (column: number) => hiddenColumns.some(({ min, max }) => column >= min && column <= max),
    },
  }
}

const isSet = (attribute: string | undefined): boolean => attribute === '1' || attribute === 'true'

function refuseFar({ row }: Place): void {
  if (row > sheetLimits.rows) throw tooManyRows()
}

function shown(value: string, { type, style }: Cell, { strings, isDate, firstDay }: Meanings): string {
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

function rangeOf(reference: string): Range | undefined {
  const [first, last] = reference.split(':').map(cellAt)
  return first && last && { first, last }
}

const isWithin = ({ first, last }: Range, { row, column }: Place): boolean =>
  row >= first.row && row <= last.row && column >= first.column && column <= last.column

/** More than any sheet has that people have made. */
const mostFilled = 500_000

/** What is written once over several cells belongs to each of them. Returns how many they are; more than there is room for stay empty. */
function fillMerged(rows: string[][], { first, last }: Range, room: number): number {
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
