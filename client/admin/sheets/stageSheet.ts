import { truncate } from '../../../contract/characters.ts'
import { grouped } from '../../../contract/grouped.ts'
import type { UserInfo } from '../../../contract/entities.ts'
import { groupCalled, namesIn } from '../../../contract/groups.ts'
import { kinds, type RecordKind } from '../../../contract/kinds.ts'
import { lostIn, picturesIn } from '../../../contract/movedRecords.ts'
import { ruleOf } from '../../../contract/recordFields.ts'
import {
  type ColumnUse,
  groupIn,
  isFilled,
  isRemark,
  isSum,
  labelOf,
  type Model,
  modelsInCell,
  modelTerm,
  ownColumns,
  pairsInCell,
  sheetFields,
  termOfHead,
  withUnit,
} from '../../../contract/sheetColumns.ts'
import { cutCell, type SheetKind } from '../../../contract/sheetKinds.ts'
import { textHtml } from '../../../contract/writeRich.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { groupMeant, maxGroupName } from '../staging/groups.ts'
import {
  createPaths,
  type Existing,
  type Fields,
  type FileSource,
  type StagedFiles,
  type StagedRecord,
  type Ticks,
} from '../staging/staged.ts'
import { createRowFiles, type RowFiles } from './rowFiles.ts'
import type { Rows } from './rows.ts'
import type { IsSame } from './sameFiles.ts'
import type { PlacedPicture } from './workbook.ts'

/** What a row of a sheet becomes. */
export interface SheetRow extends StagedRecord {
  kind: SheetKind
  groupInSheet: string
  /** Its files, also those that its record has already. */
  matched: readonly FileSource[]
  /** A record of another name that it may be of: the same id, or a model that is nobody else's. */
  alike: Existing | undefined
  /** What would change of the record that it changes, in words. */
  changes: readonly string[]
  /** It changes a record, or could not say which, unless a person wants a new one. */
  canBeNew: boolean
}

interface SheetParts {
  kind: SheetKind
  rows: Rows
  /** Which of the rows has the names of the columns. */
  head?: number
  uses: readonly ColumnUse[]
  files: readonly File[]
  existing: readonly Existing[]
  /** The same for the same rows, in any browser. */
  sheetKey?: string
  ticks?: Ticks
  /** Rows change the records that are alike, which get their names; otherwise they are new. */
  renames?: boolean
  /** The keys of rows that are new whatever they are alike to. */
  asNew?: Ticks
  /** Those that lie in its cells. */
  pictures?: readonly PlacedPicture[]
  isSame?: IsSame
  /** A text as it is kept once it is saved. */
  keptText?(html: string): string
  /** What a group of the sheet is taken for; itself where that is not said. */
  groupNameOf?(name: string): string
  groupIdOf(name: string): string | undefined
}

/** A line of the sheet, by what its columns are. */
interface Line {
  /** As Excel counts. */
  line: number
  pictures: readonly PlacedPicture[]
  heads: readonly string[]
  cells: readonly string[]
  uses: readonly ColumnUse[]
  cell(use: ColumnUse): string
  asked: Asked
}

export function stageSheet({
  kind,
  rows,
  head = 0,
  uses,
  files,
  existing,
  sheetKey = '',
  ticks = {},
  renames = false,
  asNew = {},
  pictures = [],
  isSame = () => false,
  keptText = (html) => html,
  groupNameOf = (name) => name,
  groupIdOf,
}: SheetParts): SheetRow[] {
  const heads = rows[head] ?? []
  const places = new Map(uses.map((use, at) => [use, at]))
  const placed = grouped(pictures, ({ row }) => [String(row)])
  const beside = new Set(Object.values(besideRows(rows, head, pictures)).flat())
  const all = rows.flatMap((cells, at): Line[] => {
    if (at <= head || !isFilled(cells) || beside.has(at)) return []
    const cell = (use: ColumnUse): string => cells[places.get(use) ?? -1] ?? ''
    const own = placed.get(String(at)) ?? []
    return [{ line: at + 1, pictures: own, heads, cells, uses, cell, asked: askedBy(kind, cell) }]
  })
  const bodies = all.map(({ cell }) => bodyOf(cell('body')))
  const pictureColumns = ownColumns[kind].flatMap(({ field, isPicture }) => (isPicture ? [field] : []))
  const rowFiles = createRowFiles(
    files,
    all.map(({ cell }, index) => ({
      pictures: [cell('pictures'), ...pictureColumns.map(cell)].join('\n'),
      documents: cell('documents'),
      body: bodies[index] ?? '',
    })),
  )
  const pathOf = pathsFor(kind, existing)
  const { records, alike } = findRecords(
    kind,
    all.map(({ asked }) => asked),
    existing,
    renames,
  )
  const byTitle = grouped(existing, ({ title }) => [title])
  const seen = new Map<string, number>()
  return all.map((row, index): SheetRow => {
    const { line, cell, asked } = row
    const key = `${sheetKey}-${line}`
    const title = cell('title')
    const body = bodies[index] ?? ''
    const groupInSheet = groupIn(row.cells, uses)
    const group = groupNameOf(groupInSheet)
    const isNew = asNew[key] ?? false
    const found = isNew ? undefined : records.get(asked)
    const similar = alike.get(asked)
    const sameName = found ? [] : (byTitle.get(title) ?? [])
    const texts = fieldsOf(kind, row, body, found)
    const fields = { ...texts, ...pathOf(title, texts, found) }
    const given = filesOf(kind, row, fields, { rowFiles, isSame, existing: found })
    const before = found || isNew ? undefined : seen.get(asked.key)
    if (title !== '' && !seen.has(asked.key)) seen.set(asked.key, line)
    const isUnclear = asked.mark === '' && sameName.length > 1 && !isNew
    const problem =
      problemOf({ kind, title, fields, group, before, date: cell('date'), body: cell('body') }) ??
      (isUnclear ? `网站上有${sameName.length}个同名的，分不清是哪一个` : undefined)
    const changes = found
      ? changesOf(kind, found, { fields, group: groupIdOf(group) ?? group, ...given }, { isSame, keptText })
      : []
    const isUnchanged = found !== undefined && changes.length === 0
    // A part that was sent before, or what somebody has begun to change of what visitors see.
    const isDraft = isUnchanged && found.draftVersion !== '' && found.draftOf === undefined
    const isFixed = problem !== undefined || (isUnchanged && !isDraft)
    // What a colleague has written and nobody has published has no history.
    const theirs = isFixed ? undefined : found?.draftOf
    const lost = isFixed ? [] : lostIn(body)
    const notes = [...lost]
    if (theirs !== undefined) notes.push(`${theirs}的草稿还没有发布，勾选以后会被这一行改掉`)
    if (!found && !isFixed && body === '' && kind === 'news') notes.push('没有正文')
    return {
      line,
      key,
      kind,
      title,
      fields,
      group,
      groupInSheet,
      ...given,
      from: [],
      facts: [
        ...(problem === undefined
          ? [outcomeOf({ title, found, changes, alike: similar, sameName: namesOf(kind, sameName) })]
          : []),
        ...(isUnchanged ? [] : valuesIn(row)),
      ],
      excerpt: undefined,
      notes,
      lost,
      sort: isDraft ? '已经是草稿' : sortOf(problem, found, isUnchanged),
      problem,
      isFixed,
      needsLook: problem !== undefined || similar !== undefined || theirs !== undefined,
      ticked: !isFixed && (ticks[key] ?? (isDraft ? found.basedOn === '' : theirs === undefined)),
      existing: found,
      alike: similar,
      changes,
      canBeNew: isNew || isUnclear || before !== undefined || changes.length > 0,
      made: isDraft ? found : undefined,
    }
  })
}

/** The rows that are no record, by what they are. */
function besideRows(rows: Rows, head: number, pictures: readonly PlacedPicture[]) {
  const filled = rows.map((row) => row.filter((cell) => cell !== ''))
  const places = [...rows.keys()].filter((at) => filled[at]?.length)
  const below = places.filter((at) => at > head)
  const sums = below.filter((at) => isSum(rows[at] ?? []))
  const illustrated = new Set(pictures.map(({ row }) => row))
  // Cells that are one have the same words, each of them.
  const isOneText = (at: number): boolean => new Set(filled[at]).size === 1 && !illustrated.has(at)
  const last = lastOf(below.filter((at) => !isOneText(at) && !sums.includes(at))) ?? Infinity
  const isLine = (at: number): boolean => {
    const [words = '', ...same] = filled[at] ?? []
    // The name of a product may be its model as well.
    return isOneText(at) && (same.length > 1 || (at > last && isRemark(words)))
  }
  return {
    above: places.filter((at) => at < head),
    sums,
    lines: below.filter((at) => isLine(at) && !sums.includes(at)),
  }
}

/** The rows that are no record, in words. */
export function leftOut(rows: Rows, head: number, pictures: readonly PlacedPicture[] = []): string[] {
  const { above, sums, lines } = besideRows(rows, head, pictures)
  const words = (at: readonly number[], what: string): string[] =>
    at.length > 0 ? [`第${at.map((each) => each + 1).join('、')}行${what}`] : []
  return [...words(above, '在列名的上面'), ...words(sums, '是合计'), ...words(lines, '只有一句话')]
}

/** The groups that the site has not, as they are in the sheet, whatever they are taken for. */
export function missingGroups(staged: readonly SheetRow[], groups: UserInfo['groups']): string[] {
  const names = new Set(staged.map(({ groupInSheet }) => groupInSheet))
  return [...names].filter((name) => name !== '' && !groupCalled(groups, groupMeant(groups, name)))
}

function sortOf(problem: string | undefined, found: Existing | undefined, isUnchanged: boolean): string {
  if (problem !== undefined) return '有问题'
  if (!found) return '新增'
  return isUnchanged ? '没有变化' : '修改'
}

/** The models or days of what has the name of a new one. */
const namesOf = (kind: SheetKind, sameName: readonly Existing[]): string =>
  sameName.flatMap(({ fields }) => marksOf(kind, fields)).join('、')

const maxValues = 100
/** They are shown in another way, or are too long. */
const hiddenUses: readonly ColumnUse[] = ['none', 'title', 'group', 'pictures', 'documents', 'body', 'id']

/** What a row has in its other columns, by which a person sees whether each was taken for the right thing. */
function valuesIn({ heads, cells, uses }: Line): string[] {
  const values = heads.flatMap((head, at) =>
    hiddenUses.includes(uses[at] ?? 'none') || !cells[at] ? [] : [`${head}：${cells[at]}`],
  )
  const text = values.join('，')
  const shown = truncate(text, maxValues)
  return text === '' ? [] : [shown === text ? text : `${shown}……`]
}

interface Outcome {
  title: string
  found: Existing | undefined
  /** What would change, in words. */
  changes: readonly string[]
  alike: Existing | undefined
  sameName: string
}

function outcomeOf({ title, found, changes, alike, sameName }: Outcome): string {
  if (!found) {
    if (alike) return `新增，不是“${alike.title}”`
    return `新增${sameName === '' ? '' : `，和网站上的${sameName}同名`}`
  }
  const rename = alike ? `“${alike.title}” → “${title}”，` : ''
  return `${rename}${changes.length === 0 ? '没有变化' : `修改${changes.join('、')}`}`
}

function fieldsOf(
  kind: SheetKind,
  { heads, cells, uses, cell }: Line,
  body: string,
  existing: Existing | undefined,
): Record<string, unknown> {
  const names = sheetFields[kind]
  const fields: Record<string, unknown> = { [names.title]: cell('title') }
  if (uses.includes('intro')) fields[names.intro] = cell('intro')
  if (uses.includes('body')) fields[names.body] = body
  const date = dateOf(cell('date'))
  if (names.date && date !== '') fields[names.date] = date
  for (const { field, isPicture } of ownColumns[kind])
    if (!isPicture && uses.includes(field)) fields[field] = withUnit(heads[uses.indexOf(field)] ?? '', cell(field))
  if (uses.includes('model')) {
    const models = nextModels(cell('model'), existing, cell('id') === existing?.id)
    if (models.length > 0) fields.models = models
  }
  if (names.pairs) {
    const given = new Map<string, string>()
    const give = (name: string, text: string): unknown => given.set(truncate(name, names.pairs?.nameMax ?? 0), text)
    for (const { name, text } of pairsInCell(cell('specs'))) give(name, text)
    for (const [at, use] of uses.entries()) if (use === 'spec') give(termOfHead(kind, heads[at] ?? ''), cells[at] ?? '')
    const pairs = nextPairs(kind, given, existing)
    if (given.size > 0 && (existing || pairs.length > 0)) fields[names.pairs.field] = pairs
  }
  return fields
}

/** The other models of a product stay, unless the row is its own of an export, and so does what staff say of them. */
function nextModels(cell: string, existing: Existing | undefined, isOwnRow: boolean): Model[] {
  const before = new Map(modelsIn(existing?.fields).map((each) => [each.model, each]))
  const models = new Map(isOwnRow ? [] : before)
  for (const each of modelsInCell(cell)) {
    const known = before.get(each.model)
    models.set(each.model, { ...known, ...each, note: each.note || (known?.note ?? '') })
  }
  return [...models.values()]
}

/** The items that the sheet has no column for stay, and where one is it keeps what else staff have said of it. */
function nextPairs(kind: SheetKind, given: ReadonlyMap<string, string>, existing: Existing | undefined): Fields[] {
  const { field = '', name = '', text = '' } = sheetFields[kind].pairs ?? {}
  const left = new Map(given)
  const pairs: Fields[] = []
  for (const item of itemsIn(existing?.fields[field])) {
    const value = left.get(String(item[name]))
    left.delete(String(item[name]))
    if (value === undefined) pairs.push(item)
    else if (value !== '') pairs.push({ ...item, [text]: value })
  }
  for (const [term, value] of left) if (value !== '') pairs.push({ [name]: term, [text]: value })
  return pairs
}

const itemsIn = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : [])

/** Text becomes paragraphs; HTML, as other systems export it, is cleaned by the server like everything else. */
function bodyOf(text: string): string {
  if (/^<[a-z][^<]*>/i.test(text) || /<(?:p|div|br|img|table|ul|h\d)\b/i.test(text)) return text
  return text
    .split(/\r\n|\r|\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${textHtml(paragraph)}</p>`)
    .join('')
}

/** 2024-3-1, 2024/03/01, 2024年3月1日. */
const writtenDay = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?/
/** 20240301. */
const compactDay = /^(\d{4})(\d\d)(\d\d)(?!\d)/
/** 8:30 or 8:30:15, behind a day. */
const timeOfDay = /^[ T]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?/

/** Seconds since 1970, as databases have them. */
const writtenSeconds = /^1\d{9}$/

/** A day, perhaps with a time, as records have it; '' for what is none. */
export function dateOf(text: string): string {
  const typed = text.trim()
  if (writtenSeconds.test(typed)) return chinaTime(Number(typed) * 1000)
  const [found = '', year, month, day] = writtenDay.exec(typed) ?? compactDay.exec(typed) ?? []
  const rest = typed.slice(found.length)
  const [isTimed, hour, minute, second = 0] = timeOfDay.exec(rest) ?? ['', 0, 0]
  if (found === '' || (rest !== '' && !isTimed)) return ''
  const time = new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)),
  )
  const isDay = time.getUTCMonth() === Number(month) - 1 && time.getUTCDate() === Number(day)
  return isDay ? time.toISOString().slice(0, 19).replace('T', ' ') : ''
}

/** A record that no two may have the address of gets one from its title, unless the sheet or the record has one. */
function pathsFor(kind: SheetKind, existing: readonly Existing[]) {
  const { unique }: RecordKind = kinds[kind]
  const paths = createPaths({ [kind]: existing.map(({ fields }) => String(fields[unique ?? ''] ?? '')) })
  return (title: string, fields: Fields, found: Existing | undefined): Fields => {
    if (unique === undefined || title === '') return {}
    const given = fields[unique] || found?.fields[unique]
    const path = given ? String(given) : paths.free(kind, title)
    paths.take(kind, path)
    return given && fields[unique] !== '' ? {} : { [unique]: path }
  }
}

interface FileParts {
  rowFiles: RowFiles
  isSame: IsSame
  existing: Existing | undefined
}

/** The files of a row, and which of them its record has not got already. */
function filesOf(
  kind: SheetKind,
  { cell, uses, pictures: placed }: Line,
  fields: Fields,
  { rowFiles, isSame, existing }: FileParts,
): StagedFiles & Pick<SheetRow, 'matched'> {
  const { cover, pictures: gallery = '', documents: documentsField = '', body } = sheetFields[kind]
  const names = [cell('title'), modelsInCell(cell('model'))[0]?.model ?? '']
  const has = existing?.fields ?? {}
  const isEmpty = (before: readonly unknown[]): boolean => !before.some(Boolean)
  /** What the web has may be what it was made of: it is taken where there is nothing yet. */
  const isNew = (source: FileSource, before: readonly unknown[]): boolean =>
    source instanceof File ? !before.some((address) => address && isSame(String(address), source)) : isEmpty(before)
  const ownFields = ownColumns[kind].filter(({ isPicture }) => isPicture).map(({ field }) => field)
  const placedIn = (field: string): File[] =>
    placed.filter(({ column }) => uses[column] === field).map(({ file }) => file)

  const named = rowFiles.pictures(cell('pictures'), names)
  const inCells = placed.filter(({ column }) => !ownFields.includes(uses[column] ?? '')).map(({ file }) => file)
  const pictures = named.found.length > 0 ? named.found : [...new Set(inCells)]
  const shown = [has[cover], ...itemsIn(has[gallery])]
  const documents = rowFiles.documents(cell('documents'), names)
  const stored = itemsIn(has[documentsField]).map(({ address }) => address)
  const inText = rowFiles.inText(String(fields[body] ?? ''), String(has[body] ?? ''))
  const missing = [...inText.missing]
  if (isEmpty(shown)) missing.push(...named.missing)
  if (isEmpty(stored)) missing.push(...documents.missing)
  const otherPictures = new Map<string, FileSource>()
  const inOwnFields: FileSource[] = []
  for (const field of ownFields) {
    const own = rowFiles.namedPictures(cell(field))
    const [first] = [...own.found, ...placedIn(field)]
    if (first !== undefined) inOwnFields.push(first)
    if (first !== undefined && isNew(first, [has[field]])) otherPictures.set(field, first)
    if (!has[field]) missing.push(...own.missing)
  }
  return {
    pictures: pictures.some((picture) => isNew(picture, shown)) ? pictures : [],
    otherPictures,
    textPictures: inText.found,
    documents: documents.found.some(({ file }) => isNew(file, stored)) ? documents.found : [],
    missing: [...new Set(missing)],
    matched: [...pictures, ...inOwnFields, ...inText.found.values(), ...documents.found.map(({ file }) => file)],
  }
}

interface Judged {
  kind: SheetKind
  title: string
  fields: Fields
  group: string
  /** The line above that has the same name and model. */
  before: number | undefined
  date: string
  body: string
}

function problemOf({ kind, title, fields, group, before, date, body }: Judged): string | undefined {
  const { title: titleField, date: dateField, pairs } = sheetFields[kind]
  const { described }: RecordKind = kinds[kind]
  if (title === '') return `没有${labelOf(kind, titleField)}`
  if (before !== undefined) return `和第${before}行重复，两个都要的话，请勾选“作为新的”`
  const longName = Object.values(namesIn(group)).find((name) => [...name].length > maxGroupName)
  if (longName) return `分类“${truncate(longName, 10)}……”超过${maxGroupName}个字符，请放进别的分类`
  if (body.length === cutCell) return `正文正好${cutCell}个字符，后面的可能被Excel截掉了`
  if (dateField && date !== '' && fields[dateField] === undefined) return `日期“${date}”看不懂，请写成2026-01-31`
  for (const [name, value] of Object.entries(fields)) {
    const field = described[name]
    const message = field && value !== '' ? ruleOf(field).validate(value) : undefined
    // In a sheet an item is known by the head of its column, not by its place.
    const item = name === pairs?.field ? itemWithProblem(kind, value) : undefined
    if (message !== undefined) return `${labelOf(kind, name)}${item ?? ''}：${message.replace(/^第\d+.：/, '')}`
  }
  return undefined
}

function itemWithProblem(kind: SheetKind, items: unknown): string | undefined {
  const { field = '', name = '' } = sheetFields[kind].pairs ?? {}
  const { described }: RecordKind = kinds[kind]
  const list = described[field]
  const wrong = list && itemsIn(items).find((item) => ruleOf(list).validate([item]) !== undefined)
  return wrong && `“${String(wrong[name])}”`
}

/** What a record is looked for by. */
interface Asked {
  /** As an export has it. */
  id: string
  title: string
  /** What tells records of one name apart: its first model, the day of news. */
  mark: string
  /** Two rows with the same one are one twice. */
  key: string
}

const keyOf = (title: string, mark: string): string => `${title}\n${mark}`

function askedBy(kind: SheetKind, cell: Line['cell']): Asked {
  const mark = kind === 'news' ? dateOf(cell('date')).slice(0, 10) : (modelsInCell(cell('model'))[0]?.model ?? '')
  return { id: cell('id'), title: cell('title'), mark, key: keyOf(cell('title'), mark) }
}

function marksOf(kind: SheetKind, fields: Fields): string[] {
  if (kind !== 'news') return modelsOf(fields)
  const day = String(fields[sheetFields.news.date ?? ''] ?? '').slice(0, 10)
  return day === '' ? [] : [day]
}

/**
 * The record of each row, which is that of no other. A name is that of many, news of each year, and a model, often a standard, of many
 * products: both together say which one is meant. By one of them it is found only where nothing else can be meant.
 */
function findRecords(kind: SheetKind, rows: readonly Asked[], existing: readonly Existing[], renames: boolean) {
  const found = new Map<Asked, Existing>()
  const alike = new Map<Asked, Existing>()
  const taken = new Set<Existing>()
  const match = (
    rowKey: (row: Asked) => string,
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
        if (record.title === row.title) alike.delete(row)
        else alike.set(row, record)
        if (record.title !== row.title && !renames) continue
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
    ({ title }, marks) => (marks.length > 0 ? marks : ['']).map((mark) => keyOf(title, mark)),
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
  return { records: found, alike }
}

const modelsIn = (fields: Fields = {}): Model[] =>
  itemsIn(fields['models']).map(({ model, note, ...own }) => ({
    ...own,
    model: String(model),
    note: String(note ?? ''),
  }))

/** Earlier imports have put it among the parameters. */
const modelsOf = (fields: Fields): string[] => [
  ...modelsIn(fields).map(({ model }) => model),
  ...itemsIn(fields['specs']).flatMap(({ term, value }) => (term === modelTerm && value ? [String(value)] : [])),
]

type Next = Pick<StagedRecord, 'fields' | 'group'> & StagedFiles
type Comparing = Required<Pick<SheetParts, 'isSame' | 'keptText'>>

function changesOf(
  kind: SheetKind,
  { fields: before }: Existing,
  next: Next,
  { isSame, keptText }: Comparing,
): string[] {
  const { group, body } = sheetFields[kind]
  const changes: string[] = []
  for (const [name, value] of Object.entries(next.fields)) {
    const kept = (text: unknown): unknown => (name === body && typeof text === 'string' ? keptText(text) : text)
    const isChanged = comparable(value) !== comparable(before[name])
    if (isChanged && comparable(kept(value)) !== comparable(kept(before[name]))) changes.push(labelOf(kind, name))
  }
  if (group && next.group !== '' && next.group !== (before[group] ?? '')) changes.push(labelOf(kind, group))
  const inText = picturesIn(String(before[body] ?? ''))
  const isNewInText = (file: FileSource): boolean =>
    typeof file === 'string' || !inText.some((address) => isSame(address, file))
  const newInText = [...next.textPictures.values()].filter(isNewInText)
  if (next.pictures.length + next.otherPictures.size + newInText.length > 0) changes.push('图片')
  if (next.documents.length > 0) changes.push('资料')
  return changes
}

function comparable(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '' : JSON.stringify(value)
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
}
