import { truncate } from '../../../contract/text/characters.ts'
import { grouped } from '../../../contract/kinds/grouped.ts'
import type { Existing, UserInfo } from '../../../contract/kinds/entities.ts'
import { groupCalled, namesIn } from '../../../contract/kinds/groups.ts'
import { kinds, recordKind } from '../../../contract/kinds/kinds.ts'
import { lostIn, picturesIn } from '../../../contract/kinds/movedRecords.ts'
import { ruleOf } from '../../../contract/kinds/recordFields.ts'
import {
  type ColumnUse,
  groupIn,
  isFilled,
  isRemark,
  isSum,
  itemsIn,
  labelOf,
  markSign,
  type Model,
  modelsInCell,
  modelTerm,
  priceTerm,
  ownColumns,
  pairsInCell,
  sheetFields,
  termOfHead,
  withUnit,
} from '../../../contract/kinds/sheetColumns.ts'
import { cutCell, type SheetKind } from '../../../contract/kinds/sheetKinds.ts'
import { textHtml } from '../../../contract/text/writeRich.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { alongsideOf } from '../list/recordSource.ts'
import { type Asked, askedBy, findRecords, marksOf, modelsIn } from './existing.ts'
import { groupMeant, maxGroupName } from './groups.ts'
import {
  createPaths,
  notTicked,
  type Fields,
  type FileSource,
  type StagedFiles,
  type StagedRecord,
  type Ticks,
} from './staged.ts'
import { createRowFiles, type RowFiles } from './rowFiles.ts'
import type { Rows } from './rows.ts'
import type { IsSame } from './sameFiles.ts'
import type { Sheet } from './useSheet.ts'
import type { PlacedPicture } from './workbook.ts'

/** What a row of a sheet becomes. */
export interface SheetRow extends StagedRecord {
  kind: SheetKind
  groupInSheet: string
  /** Its files, also those that its record has already. */
  matched: readonly FileSource[]
  /** What would change of the record that it changes, in words. */
  changes: readonly string[]
  /** It changes a record, or could not say which, unless a person wants a new one. */
  canBeNew: boolean
}

interface SheetParts
  extends Pick<Sheet, 'rows' | 'uses' | 'existing'>,
    Partial<Pick<Sheet, 'head' | 'paths' | 'sheetKey' | 'pictures' | 'hidden'>> {
  kind: SheetKind
  files: readonly File[]
  ticks?: Ticks
  /** The keys of rows that are new whatever they are alike to. */
  asNew?: Ticks
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
  /** In the sheet. */
  group: string
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
  paths = [],
  sheetKey = '',
  ticks = {},
  asNew = {},
  pictures = [],
  hidden,
  isSame = () => false,
  keptText = (html) => html,
  groupNameOf = (name) => name,
  groupIdOf,
}: SheetParts): SheetRow[] {
  const heads = rows[head] ?? []
  const places = new Map(uses.map((use, at) => [use, at]))
  const placed = grouped(pictures, ({ row }) => [String(row)])
  const { groups, ...others } = besideRows(kind, rows, head, pictures)
  const beside = new Set(Object.values(others).flat())
  let groupAbove = ''
  const all = rows.flatMap((cells, at): Line[] => {
    groupAbove = groups.get(at) ?? groupAbove
    if (at <= head || !isFilled(cells) || beside.has(at) || groups.has(at)) return []
    const cell = (use: ColumnUse): string => cells[places.get(use) ?? -1] ?? ''
    const pictures = placed.get(String(at)) ?? []
    const group = groupIn(cells, uses) || groupAbove
    const [first] = modelsInCell(cell('model'))
    const asked = askedBy(kind, cell('title'), dateOf(cell('date')), first?.model, cell('id'))
    return [{ line: at + 1, pictures, heads, cells, uses, group, cell, asked }]
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
  const pathOf = pathsFor(kind, paths)
  const records = findRecords(
    kind,
    all.map(({ asked }) => asked),
    existing,
  )
  const byTitle = grouped(existing, ({ title }) => [title])
  const byModel = grouped(existing, ({ fields }) => marksOf(kind, fields))
  const seen = new Map<string, number>()
  return all.map((row, index): SheetRow => {
    const { line, cell, asked, group: groupInSheet } = row
    const key = `${sheetKey}-${line}`
    const isNamed = cell('title') !== ''
    const body = bodies[index] ?? ''
    const group = groupNameOf(groupInSheet)
    const isNew = asNew[key] ?? false
    const record = isNew ? undefined : records.get(asked)
    const title = cell('title') || record?.title || asked.mark
    const alikeNow = record ? [] : ((isNamed ? byTitle : byModel).get(title) ?? [])
    const texts = fieldsOf(kind, row, body, record)
    const fields = { ...texts, ...pathOf(title, texts, record) }
    const filesOfRow = filesOf(kind, row, fields, { rowFiles, isSame, existing: record })
    const before = record || isNew ? undefined : seen.get(asked.key)
    if (title !== '' && !seen.has(asked.key)) seen.set(asked.key, line)
    const isUnclear = isNamed && asked.mark === '' && alikeNow.length > 1 && !isNew
    const problem =
      (isNamed || record ? undefined : namelessProblem(kind, asked.mark, alikeNow.length, before)) ??
      problemOf(kind, cell, fields, group, before) ??
      (isUnclear ? `网站上有${alikeNow.length}个同名的，分不清是哪一个` : undefined)
    const next = { fields, group, groupId: groupIdOf(group) ?? group, ...filesOfRow }
    const { changes, takenBack } = record ? changesOf(kind, record, next, { isSame, keptText }) : noChanges
    const isUnchanged = record !== undefined && changes.length === 0
    // A part that was sent before, or what somebody has begun to change of what visitors see.
    const alongside = record ? alongsideOf(kind, record) : []
    const isDraft = isUnchanged && record.draftVersion !== '' && alongside.length === 0
    const isFixed = problem !== undefined || (isUnchanged && !isDraft)
    const lost = isFixed ? [] : lostIn(body)
    // It has its id, or a model that is nobody else's.
    const isRenamed = isNamed && record !== undefined && record.title !== title
    const isDoubtful = takenBack.length > 0 || (!isFixed && (alongside.length > 0 || isRenamed))
    const isHidden = hidden?.rows.includes(line - 1) ?? false
    const isUsual = !isHidden && (isDraft ? record.basedOn === '' : !isDoubtful)
    const ticked = !isFixed && (ticks[key] ?? isUsual)
    const notes = [...lost]
    const untilTicked = ticked ? '' : `，${notTicked}`
    if (record?.former && !isFixed && takenBack.length > 0)
      notes.push(`${takenBack.join('、')}是${record.former.by}后来改的${untilTicked}`)
    if (isHidden && !isFixed) notes.push(`在表格里是隐藏的${untilTicked}`)
    if (isRenamed && !isFixed)
      notes.push(`型号或编号和网站上的“${record.title}”相同，勾选就改名；是另一个，请选“作为新的”`)
    const others = Object.keys(record?.unpublished ?? {}).filter((name) => !(name in fields))
    if (record?.basedOn && alongside.length === 0 && !isFixed && others.length > 0)
      notes.push('您没有发布的修改会一起发布')
    if (!record && !isFixed && body === '' && kind === 'news') notes.push('没有正文')
    return {
      line,
      key,
      kind,
      title,
      fields,
      group,
      groupInSheet,
      ...filesOfRow,
      from: record ? [] : cell('from').split('\n').filter(Boolean),
      facts: [
        ...marksOf(kind, record?.fields ?? {}).slice(0, 1),
        ...(problem === undefined ? [outcomeOf(record, changes.join('，'), namesOf(kind, alikeNow))] : []),
        ...(record ? [] : valuesIn(row)),
      ],
      excerpt: undefined,
      notes,
      lost,
      sort: isDraft ? '已经是草稿' : sortOf(problem, record, isUnchanged),
      problem,
      isFixed,
      needsLook: problem !== undefined || isDoubtful || isHidden,
      ticked,
      existing: record,
      alongside,
      changes,
      canBeNew: isNamed && (isNew || isUnclear || before !== undefined || changes.length > 0),
      made: isDraft ? record : undefined,
    }
  })
}

/** The rows that are no record, by what they are. */
function besideRows(kind: SheetKind, rows: Rows, head: number, pictures: readonly PlacedPicture[]) {
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
    return isOneText(at) && (same.length > 1 || numbered.test(words) || (at > last && isRemark(words)))
  }
  const lines = below.filter((at) => isLine(at) && !sums.includes(at))
  const groups = new Map<number, string>()
  for (const at of lines) {
    const [words = ''] = filled[at] ?? []
    const name = words.replace(numbered, '')
    const isName = !isRemark(name) && [...name].length <= maxGroupName
    if (sheetFields[kind].group && at < last && isName) groups.set(at, name)
  }
  return {
    above: places.filter((at) => at < head),
    sums,
    lines: lines.filter((at) => !groups.has(at)),
    groups,
  }
}

/** Groups of a list of prices are counted so. */
const numbered = /^[（(]?[一二三四五六七八九十]+[)）、.．]\s*/

/** The rows that are no record, in words. */
export function leftOut(kind: SheetKind, rows: Rows, head: number, pictures: readonly PlacedPicture[] = []): string[] {
  const { above, sums, lines } = besideRows(kind, rows, head, pictures)
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
  sameName
    .flatMap(({ fields, off }) => marksOf(kind, fields).map((mark) => mark + (off === undefined ? '' : '（已下线）')))
    .join('、')

const maxValues = 100
/** They are shown in another way, or are too long. */
const hiddenUses: readonly ColumnUse[] = ['none', 'title', 'group', 'pictures', 'documents', 'body', 'id', 'from']

/** What a row has in its other columns, by which a person sees whether each was taken for the right thing. */
function valuesIn({ heads, cells, uses }: Line): string[] {
  const values = heads.flatMap((head, at) =>
    hiddenUses.includes(uses[at] ?? 'none') || !cells[at] ? [] : [`${head}：${cells[at]}`],
  )
  return values.length === 0 ? [] : [cut(values.join('，'), maxValues)]
}

function cut(text: string, max: number): string {
  const shown = truncate(text, max)
  return shown === text ? text : `${shown}……`
}

function outcomeOf(found: Existing | undefined, changes: string, sameName: string): string {
  if (found) return changes === '' ? '没有变化' : `修改：${changes}`
  return `新增${sameName === '' ? '' : `，和网站上的${sameName}同名`}`
}

function fieldsOf(
  kind: SheetKind,
  { heads, cells, uses, cell }: Line,
  body: string,
  existing: Existing | undefined,
): Record<string, unknown> {
  const names = sheetFields[kind]
  const fields: Record<string, unknown> = {}
  // Without one it changes the record that its model is of, which stays what it is called.
  if (cell('title') !== '') fields[names.title] = cell('title')
  if (uses.includes('intro')) fields[names.intro] = cell('intro')
  if (uses.includes('body')) fields[names.body] = body
  const date = dateOf(cell('date'))
  if (names.date && date !== '') fields[names.date] = date
  for (const { field, isPicture } of ownColumns[kind])
    if (!isPicture && uses.includes(field)) fields[field] = withUnit(heads[uses.indexOf(field)] ?? '', cell(field))
  if (uses.includes('model')) {
    const named = modelsInCell(cell('model'))
    const models = nextModels(named, existing, cell('id') === existing?.id)
    const prices = String(fields.price ?? '').split('\n')
    const havePrices = models.length > 1 || models.some(({ price }) => price)
    // An export has them in the cell of the models.
    if (uses.includes('price') && cell('id') === '' && havePrices && named.length === prices.length) {
      for (const [at, { model }] of named.entries())
        Object.assign(models.find((sold) => sold.model === model) ?? {}, { price: prices[at] })
      delete fields.price
    }
    if (models.length > 0) fields.models = models
  }
  if (names.pairs) {
    const namedFields = new Map<string, string>()
    const give = (head: string, text: string): void => {
      const name = truncate(head, names.pairs?.nameMax ?? 0)
      const texts = [namedFields.get(name), text].filter(Boolean)
      namedFields.set(name, [...new Set(texts)].join('；'))
    }
    for (const { name, text } of pairsInCell(cell('specs'))) give(name, text)
    for (const [at, use] of uses.entries()) if (use === 'spec') give(termOfHead(kind, heads[at] ?? ''), cells[at] ?? '')
    const pairs = nextPairs(kind, namedFields, existing, cell('order').split('\n'))
    if (namedFields.size > 0 && (existing || pairs.length > 0)) fields[names.pairs.field] = pairs
  }
  return fields
}

/** The other models of a product stay, unless the row is its own of an export, and so does what staff say of them. */
function nextModels(named: readonly Model[], existing: Existing | undefined, isOwnRow: boolean): Model[] {
  const before = new Map(modelsIn(existing?.fields).map((each) => [each.model, each]))
  const models = new Map(isOwnRow ? [] : before)
  for (const each of named) {
    const known = before.get(each.model)
    models.set(each.model, { ...known, ...each, note: each.note || (known?.note ?? '') })
  }
  return [...models.values()]
}

/** The items that the sheet has no column for stay, and where one is it keeps what else staff have said of it. */
function nextPairs(
  kind: SheetKind,
  given: ReadonlyMap<string, string>,
  existing: Existing | undefined,
  order: readonly string[],
): Fields[] {
  const { field = '', name = '', text = '', mark = '' } = sheetFields[kind].pairs ?? {}
  const remaining = new Map(given)
  const pairs: Fields[] = []
  for (const item of itemsIn(existing?.fields[field])) {
    const value = remaining.get(String(item[name]))
    remaining.delete(String(item[name]))
    if (value === undefined) pairs.push(item)
    else if (value !== '') pairs.push({ ...item, [text]: value })
  }
  for (const [term, value] of remaining) if (value !== '') pairs.push({ [name]: term, [text]: value })
  const rest = new Set(pairs)
  const ordered = order.flatMap((each) => {
    const pair = pairs.find((one) => rest.has(one) && one[name] === each.replace(markSign, ''))
    if (!pair) return []
    rest.delete(pair)
    return [{ ...pair, ...(mark && { [mark]: each.startsWith(markSign) }) }]
  })
  return [...ordered, ...rest]
}

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
function pathsFor(kind: SheetKind, taken: readonly string[]) {
  const { unique } = recordKind(kind)
  const paths = createPaths({ [kind]: taken })
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
    const named = rowFiles.namedPictures(cell(field))
    const [first] = [...named.found, ...placedIn(field)]
    if (first !== undefined) inOwnFields.push(first)
    if (first !== undefined && isNew(first, [has[field]])) otherPictures.set(field, first)
    if (!has[field]) missing.push(...named.missing)
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

/** Why a row without a name changes no record. */
function namelessProblem(kind: SheetKind, model: string, count: number, before: number | undefined): string {
  const { noun } = kinds[kind]
  const name = labelOf(kind, sheetFields[kind].title)
  if (kind !== 'product' || model === '') return `没有${name}`
  if (before !== undefined) return `和第${before}行重复`
  if (count > 1) return `网站上有${count}个${noun}的型号是“${model}”，分不清是哪一个`
  return `网站上没有${noun}的型号是“${model}”，新增要有${name}`
}

/** `before` is the line above that has the same name and model. */
function problemOf(
  kind: SheetKind,
  cell: Line['cell'],
  fields: Fields,
  group: string,
  before: number | undefined,
): string | undefined {
  const date = cell('date')
  const { date: dateField, pairs } = sheetFields[kind]
  const { described } = recordKind(kind)
  if (before !== undefined) return `和第${before}行重复，两个都要的话，请勾选“作为新的”`
  const longName = Object.values(namesIn(group)).find((name) => [...name].length > maxGroupName)
  if (longName) return `分类“${truncate(longName, 10)}……”超过${maxGroupName}个字符，请放进别的分类`
  if (cell('body').length === cutCell) return `正文正好${cutCell}个字符，后面的可能被Excel截掉了`
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
  const { described } = recordKind(kind)
  const list = described[field]
  const wrong = list && itemsIn(items).find((item) => ruleOf(list).validate([item]) !== undefined)
  return wrong && `“${String(wrong[name])}”`
}

type Next = Pick<StagedRecord, 'fields' | 'group'> & StagedFiles & { groupId: string }
const noChanges = { changes: [], takenBack: [] }
type Comparing = Required<Pick<SheetParts, 'isSame' | 'keptText'>>

/** Each from what to what, in words, and which values of a colleague a row would take back. */
function changesOf(
  kind: SheetKind,
  { fields: before, former }: Existing,
  next: Next,
  { isSame, keptText }: Comparing,
): { changes: string[]; takenBack: string[] } {
  const { group, body } = sheetFields[kind]
  const changes: string[] = []
  const takenBack: string[] = []
  const formerTexts = former && textsIn(kind, former.fields, keptText)
  const textsBefore = textsIn(kind, before, keptText)
  const texts = textsIn(kind, { ...before, ...next.fields }, keptText)
  for (const label of new Set([...textsBefore.keys(), ...texts.keys()])) {
    const from = textsBefore.get(label) ?? ''
    const to = texts.get(label) ?? ''
    if (from === to) continue
    const isLong = label === labelOf(kind, body)
    changes.push(isLong ? label : `${label}${quoted(from)} → ${quoted(to)}`)
    if (formerTexts && (formerTexts.get(label) ?? '') === to) takenBack.push(isLong ? label : label + quoted(from))
  }
  if (group && next.group !== '' && next.groupId !== (before[group] ?? '')) {
    changes.push(`${labelOf(kind, group)} → ${quoted(next.group)}`)
    if (former?.fields[group] === next.groupId) takenBack.push(labelOf(kind, group))
  }
  const inText = picturesIn(String(before[body] ?? ''))
  const isNewInText = (file: FileSource): boolean =>
    typeof file === 'string' || !inText.some((address) => isSame(address, file))
  const newInText = [...next.textPictures.values()].filter(isNewInText)
  if (next.pictures.length + next.otherPictures.size + newInText.length > 0) changes.push('图片')
  if (next.documents.length > 0) changes.push('资料')
  return { changes, takenBack }
}

const maxQuoted = 30
const quoted = (text: string): string => (text === '' ? '（空）' : `“${cut(text, maxQuoted)}”`)

/** What a sheet can change of a record, by what staff call it. */
function textsIn(kind: SheetKind, fields: Fields, keptText: (html: string) => string): Map<string, string> {
  const { pairs, body } = sheetFields[kind]
  const texts = new Map<string, string>()
  const add = (label: string, text: unknown): unknown =>
    text && texts.set(label, String(text).replace(/\s+/g, ' ').trim())
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string' && labelOf(kind, name))
      add(labelOf(kind, name), name === body ? keptText(value) : value)
  const models = modelsIn(fields)
  add(modelTerm, models.map(({ model }) => model).join('、'))
  for (const { model, note, price, specs = [] } of models) {
    add(`${model}的说明`, note)
    // That of the only model is the product's, whichever of the two somebody has written.
    add(models.length === 1 ? priceTerm : `${model}的价格`, price)
    for (const { term, value } of specs) add(`${model}的${term}`, value)
  }
  if (!pairs) return texts
  const items = itemsIn(fields[pairs.field])
  for (const item of items) add(pairs.label + String(item[pairs.name]), item[pairs.text])
  add(
    `${pairs.label}的顺序`,
    items.map((item) => (item[pairs.mark] ? markSign : '') + String(item[pairs.name])).join('、'),
  )
  return texts
}
