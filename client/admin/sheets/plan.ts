import { isDocumentName } from '../../../contract/documents.ts'
import { limits } from '../../../contract/rules.ts'
import type { ColumnUse, SheetKind } from './columns.ts'
import type { Rows } from './rows.ts'

/** A record as it is now. */
export interface Existing {
  id: string
  title: string
  fields: Readonly<Record<string, unknown>>
  hasDraft: boolean
  /** Of the draft or, without one, of the record; what is saved is based on it. */
  draftVersion: string
  basedOn: string
}

interface Spec {
  term: string
  value: string
  key?: boolean
}

/** What a row of the sheet becomes. */
export interface PlannedRow {
  /** Its place in the sheet, as Excel counts. */
  line: number
  title: string
  /** The texts of the record, by the names of its fields. */
  fields: Readonly<Record<string, unknown>>
  group: string
  /** Files that were dropped with the sheet, and addresses of other sites. */
  pictures: readonly (File | string)[]
  documents: readonly File[]
  /** Names of files that the row asks for and nobody has dropped. */
  missing: readonly string[]
  /** Why it cannot be imported. */
  problem: string | undefined
  /** The record that it changes; undefined for a new one. */
  existing: Existing | undefined
  /** What would change, in words; empty where nothing does. */
  changes: readonly string[]
}

/** How the texts of a kind are called. */
const fieldNames = {
  product: { title: 'coverName', intro: 'coverDescribe', body: 'productCon' },
  news: { title: 'newTitle', intro: 'newIntro', body: 'newInfo' },
} as const

const labels: Readonly<Record<string, string>> = {
  coverName: '名称',
  coverDescribe: '描述',
  productCon: '正文',
  newTitle: '标题',
  newIntro: '描述',
  newInfo: '正文',
  createDate: '日期',
  models: '型号',
  specs: '参数',
}

/** Sheets were imported to such a row of 参数 before products had models of their own. */
const modelTerm = '型号'

interface PlanParts {
  kind: SheetKind
  rows: Rows
  uses: readonly ColumnUse[]
  files: readonly File[]
  existing: readonly Existing[]
  groupIdOf(name: string): string | undefined
}

export function planRows({ kind, rows, uses, files, existing, groupIdOf }: PlanParts): PlannedRow[] {
  const [heads = [], ...lines] = rows
  const find = finderIn(existing)
  const filesBy = filesByName(files)
  const seen = new Map<string, number>()
  return lines.map((cells, index) => {
    const line = index + 2
    const cell = (use: ColumnUse): string => cells[uses.indexOf(use)] ?? ''
    const title = cell('title')
    const model = cell('model')
    const group = cell('group')
    const found = find(model, title)
    const fields = fieldsOf(kind, { heads, cells, uses, cell }, found)
    const pictures = picturesOf(cell('pictures'), [title, model], filesBy)
    const documents = documentsOf(cell('documents'), [title, model], filesBy)
    const key = `${title}\n${model}`
    const before = seen.get(key)
    if (title !== '' && before === undefined) seen.set(key, line)
    const changes = found
      ? changesOf(found, {
          fields,
          group: groupIdOf(group) ?? group,
          hasFiles: pictures.found.length + documents.found.length > 0,
        })
      : []
    return {
      line,
      title,
      fields,
      group,
      pictures: pictures.found,
      documents: documents.found,
      missing: [...pictures.missing, ...documents.missing],
      problem: problemOf({ kind, title, fields, group, before, date: cell('date') }),
      existing: found,
      changes,
    }
  })
}

interface RowText {
  heads: readonly string[]
  cells: readonly string[]
  uses: readonly ColumnUse[]
  cell(use: ColumnUse): string
}

function fieldsOf(
  kind: SheetKind,
  { heads, cells, uses, cell }: RowText,
  found: Existing | undefined,
): Record<string, unknown> {
  const names = fieldNames[kind]
  const fields: Record<string, unknown> = { [names.title]: cell('title') }
  if (uses.includes('intro')) fields[names.intro] = cell('intro')
  if (uses.includes('body')) fields[names.body] = bodyOf(cell('body'))
  const date = dateOf(cell('date'))
  if (date !== '') fields.createDate = date
  if (kind === 'product') {
    const model = cell('model')
    // The other models of a product, and what staff say of them, stay.
    if (model !== '' && !modelsIn(found?.fields).includes(model)) fields.models = [{ model, note: '' }]
    const specs: Spec[] = []
    for (const [at, use] of uses.entries()) {
      const value = cells[at] ?? ''
      if (use === 'spec' && value !== '') specs.push({ term: (heads[at] ?? '').slice(0, 40), value })
    }
    if (specs.length > 0) fields.specs = specs
  }
  return fields
}

/** Text becomes paragraphs; HTML, as other systems export it, is cleaned by the server like everything else. */
function bodyOf(text: string): string {
  if (/<(?:p|div|br|img|table|ul|h\d)\b/i.test(text)) return text
  return text
    .split(/\r\n|\r|\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escaped(paragraph)}</p>`)
    .join('')
}
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** 2024-3-1, 2024/03/01, 2024年3月1日. */
const writtenDay = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?/
/** 20240301. */
const compactDay = /^(\d{4})(\d\d)(\d\d)(?!\d)/
/** 8:30, behind a day. */
const timeOfDay = /^[ T]+(\d{1,2}):(\d{1,2})/

/** A day, perhaps with a time, as records have it; '' for what is none. */
export function dateOf(text: string): string {
  const typed = text.trim()
  const [found = '', year, month, day] = writtenDay.exec(typed) ?? compactDay.exec(typed) ?? []
  const rest = typed.slice(found.length)
  const [isTimed, hour, minute] = timeOfDay.exec(rest) ?? ['', 0, 0]
  if (found === '' || (rest !== '' && !isTimed)) return ''
  const time = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)))
  const isDay = time.getUTCMonth() === Number(month) - 1 && time.getUTCDate() === Number(day)
  return isDay ? time.toISOString().slice(0, 19).replace('T', ' ') : ''
}

/** As the settings have it. */
const maxGroupName = 20

interface Judged {
  kind: SheetKind
  title: string
  fields: Readonly<Record<string, unknown>>
  group: string
  /** The line above that has the same name and model. */
  before: number | undefined
  date: string
}

function problemOf({ kind, title, fields, group, before, date }: Judged): string | undefined {
  if (title === '') return kind === 'product' ? '没有名称' : '没有标题'
  if (before !== undefined) return `和第${before}行重复`
  if ([...title].length > 200) return '名称超过200个字符'
  if ([...group].length > maxGroupName) return `分类“${group.slice(0, 10)}……”超过${maxGroupName}个字符`
  const intro = fields[fieldNames[kind].intro]
  if (typeof intro === 'string' && [...intro].length > 2000) return '描述超过2000个字符'
  if (modelsIn(fields).some((model) => [...model].length > 60)) return '型号超过60个字符'
  const specs = Array.isArray(fields.specs) ? (fields.specs as Spec[]) : []
  if (specs.length > limits.specs) return `参数超过${limits.specs}项`
  const long = specs.find(({ value }) => [...value].length > 200)
  if (long) return `参数“${long.term}”的值超过200个字符`
  if (date !== '' && fields.createDate === undefined) return `日期“${date}”看不懂，请写成2026-01-31`
  return undefined
}

/** By its model where it has one, or else by its name. */
function finderIn(existing: readonly Existing[]): (model: string, title: string) => Existing | undefined {
  const byModel = new Map<string, Existing>()
  const byTitle = new Map<string, Existing>()
  for (const each of existing) {
    for (const model of modelsOf(each.fields)) if (!byModel.has(model)) byModel.set(model, each)
    if (!byTitle.has(each.title)) byTitle.set(each.title, each)
  }
  return (model, title) => {
    const named = byTitle.get(title)
    if (model === '') return named
    // Another model of the same name is another product.
    return byModel.get(model) ?? (named && modelsOf(named.fields).length === 0 ? named : undefined)
  }
}

const specsIn = (fields: Readonly<Record<string, unknown>>): Spec[] =>
  Array.isArray(fields.specs) ? (fields.specs as Spec[]) : []
const modelsIn = ({ models }: Readonly<Record<string, unknown>> = {}): string[] =>
  Array.isArray(models) ? (models as { model: string }[]).map(({ model }) => model) : []
const modelsOf = (fields: Readonly<Record<string, unknown>>): string[] => [
  ...modelsIn(fields),
  ...specsIn(fields).flatMap(({ term, value }) => (term === modelTerm ? value : [])),
]

interface Next {
  fields: Readonly<Record<string, unknown>>
  group: string
  hasFiles: boolean
}

function changesOf({ fields: before }: Existing, { fields, group, hasFiles }: Next): string[] {
  const changes: string[] = []
  for (const [name, value] of Object.entries(fields)) {
    if (comparable(value) !== comparable(before[name])) changes.push(labels[name] ?? name)
  }
  if (group !== '' && group !== (before.locationId ?? '')) changes.push('分类')
  if (hasFiles && !before.coverUrl && !before.newCover) changes.push('图片')
  return changes
}

/** What is highlighted is for staff to say, and how markup is written for the server. */
function comparable(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify((value as Spec[]).map(({ key: _, ...texts }) => Object.values(texts)))
  const text = typeof value === 'string' ? value : ''
  return text
    .replace(/<[^>]*>/g, '\n')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}

interface NamedFiles {
  byName: ReadonlyMap<string, File>
  /** By what they begin with, for rows that name no file. */
  all: readonly { stem: string; file: File }[]
}

function filesByName(files: readonly File[]): NamedFiles {
  const byName = new Map<string, File>()
  const all = files.map((file) => {
    const name = file.name.toLowerCase()
    const stem = name.replace(/\.[^.]*$/, '')
    byName.set(name, file)
    if (!byName.has(stem)) byName.set(stem, file)
    return { stem, file }
  })
  all.sort((one, other) => one.stem.localeCompare(other.stem, 'zh-CN', { numeric: true }))
  return { byName, all }
}

export const isPicture = ({ name }: File): boolean => /\.(?:jpe?g|png)$/i.test(name)
export const isDocument = ({ name }: File): boolean => isDocumentName(name)

const listed = (cell: string): string[] =>
  cell
    .split(/[\n,，;；|]+/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

function picturesOf(
  cell: string,
  names: readonly string[],
  files: NamedFiles,
): { found: (File | string)[]; missing: string[] } {
  const found: (File | string)[] = []
  const missing: string[] = []
  for (const name of listed(cell)) {
    const file = fileCalled(name, files)
    if (/^https?:\/\//i.test(name)) found.push(name)
    else if (file && isPicture(file)) found.push(file)
    else missing.push(name)
  }
  return { found: found.length > 0 ? found : filesNamedLike(names, files, isPicture), missing }
}

function documentsOf(cell: string, names: readonly string[], files: NamedFiles): { found: File[]; missing: string[] } {
  const found: File[] = []
  const missing: string[] = []
  for (const name of listed(cell)) {
    const file = fileCalled(name, files)
    if (file && isDocument(file)) found.push(file)
    else missing.push(name)
  }
  return { found: found.length > 0 ? found : filesNamedLike(names, files, isDocument), missing }
}

/** A sheet may name the folder as well. */
const fileCalled = (name: string, { byName }: NamedFiles): File | undefined =>
  byName.get(name.replace(/^.*[\\/]/, '').toLowerCase())

/** TK-200.jpg, TK-200-2.jpg and TK-200（侧面）.jpg are of TK-200; TK-2000.jpg is not. */
function filesNamedLike(names: readonly string[], { all }: NamedFiles, fits: (file: File) => boolean): File[] {
  for (const name of names) {
    const start = name.toLowerCase()
    if (start === '') continue
    const found = all.filter(
      ({ stem, file }) =>
        fits(file) && stem.startsWith(start) && /^(?:$|[\s\-_（(.·]|\d{1,2}$)/.test(stem.slice(start.length)),
    )
    const exact = found.filter(({ stem }) => !/\d$/.test(start) || !/^\d/.test(stem.slice(start.length)))
    if (exact.length > 0) return exact.map(({ file }) => file)
  }
  return []
}
