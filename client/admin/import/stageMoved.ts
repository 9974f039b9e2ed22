import { isDocumentName } from '../../../contract/media/documents.ts'
import { truncate } from '../../../contract/text/characters.ts'
import type { Existing, UserInfo } from '../../../contract/kinds/entities.ts'
import { grouped } from '../../../contract/kinds/grouped.ts'
import { pathOf, shownGroups } from '../../../contract/kinds/groups.ts'
import { type KindName, kinds, recordKind } from '../../../contract/kinds/kinds.ts'
import {
  linksIn,
  listPages,
  type MovedKind,
  movedKinds,
  type MovedRecord,
  type MovedSource,
  ofAllProducts,
  picturesIn,
} from '../../../contract/kinds/movedRecords.ts'
import { ownGroupList } from '../../../contract/calls/operations.ts'
import { readableAddress } from '../../../contract/calls/redirects.ts'
import { limits } from '../../../contract/calls/rules.ts'
import { isNothing } from '../../../contract/site/siteFieldKinds.ts'
import { labelOf, modelsInCell, modelTerm, priceTerm, sheetFields } from '../../../contract/kinds/sheetColumns.ts'
import { api } from '../session/api.ts'
import { alongsideOf } from '../list/recordSource.ts'
import { user } from '../session/session.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { askedBy, findRecords, loadExisting } from './existing.ts'
import { maxGroupName } from './groups.ts'
import { textIn } from './pictures.ts'
import {
  createPaths,
  cutFor,
  type Fields,
  type FileSource,
  type StagedFiles,
  type StagedRecord,
  type Ticks,
} from './staged.ts'
import { type FindPicture, webAddress } from './movedPictures.ts'

/** What this site has of what is moved. */
export interface KnownRecords {
  /** The records that it may be. */
  existing: Readonly<Partial<Record<MovedKind, readonly Existing[]>>>
  /** The ids of pages that are as shipped, which are the company's own to replace. */
  examples: ReadonlySet<string>
  /** The addresses that are taken, of the kinds whose records have one of their own. */
  paths: Readonly<Partial<Record<KindName, readonly string[]>>>
  /** The old addresses that lead somewhere. */
  leading: ReadonlySet<string>
  /** Those that the site has. Products of which the source names none are in the first: without one visitors would not see them. */
  groups: UserInfo['groups']
}

export async function loadKnown(records: readonly MovedRecord[], signal: AbortSignal): Promise<KnownRecords> {
  const { starterRecords } = await api('siteSetup', {}, signal)
  const existing: Partial<Record<MovedKind, readonly Existing[]>> = {}
  const paths: Partial<Record<KindName, readonly string[]>> = {}
  for (const kind of movedKinds) {
    const titles = records.map((record) => titleAs(kind, record))
    const { existing: found, paths: taken } = await loadExisting(kind, titles, signal)
    // An example stands beside what is moved, but a page is one of a menu.
    existing[kind] = kind === 'page' ? found : found.filter(({ id }) => !starterRecords[kind].includes(id))
    paths[kind] = taken
  }
  const redirects = await api('redirectList', { page: 1, limit: limits.listLimit, word: '' }, signal)
  const leading = new Set(redirects.data.map(({ from }) => readableAddress(from)))
  return { existing, examples: new Set(starterRecords.page), paths, leading, groups: user.peek()?.groups ?? [] }
}

/** What a record of another system becomes. */
export interface MovedRow extends StagedRecord {
  kind: MovedKind
  record: MovedRecord
  /** The path of the group that its column would be; '' where that cannot be one. */
  ownGroup: string
}

/** What the person has chosen, by the names of columns and the keys of records. */
export interface Choices {
  columns: Readonly<Record<string, MovedKind | 'none'>>
  kinds: Readonly<Record<string, MovedKind>>
  ticks: Ticks
  /** The names of the groups that products of a column are in. */
  groups: Readonly<Record<string, string>>
}

export const noChoices: Choices = { columns: {}, kinds: {}, ticks: {}, groups: {} }

export function stageMoved(
  records: readonly MovedRecord[],
  choices: Choices,
  known: KnownRecords,
  find: FindPicture,
): MovedRow[] {
  const meant = recognised(records, choices, known)
  const paths = createPaths(known.paths)
  const firstGroup = shownGroups(known.groups)[0]?.name ?? ''
  const groupOf = columnGroups(records)
  return records.map((record, index): MovedRow => {
    const column = choices.columns[record.column]
    const { kind, existing } = meant.get(record) ?? { kind: kindAs(record, choices) ?? record.kind }
    const title = titleAs(kind, record)
    const { key } = record
    const isExample = existing !== undefined && known.examples.has(existing.id)
    const isPublished = !isExample && existing !== undefined && existing.basedOn !== ''
    const oldAddresses = record.from.map(readableAddress)
    const leadsAlready = oldAddresses.every((address) => known.leading.has(address))
    const files = filesOf(kind, record, find)
    const isShown = isPublished && existing.draftVersion === ''
    const lacking = isShown ? lackingOf(kind, record, files, existing) : undefined
    const problem = problemOf(title, isPublished && !lacking && leadsAlready)
    // One of another title is what its old address leads to.
    const wasRenamed = !existing && oldAddresses.length > 0 && leadsAlready
    const alongside = existing && !isPublished && !isExample ? alongsideOf(kind, existing) : []
    const isUsual = !record.hidden && column !== 'none' && !wasRenamed && alongside.length === 0
    const isWanted = isUsual && (isPublished || hasContent(kind, record))
    const ticked = problem === undefined && (choices.ticks[key] ?? isWanted)
    const ownGroup = groupOf(record)
    const group = kind === 'product' && !isPublished ? (choices.groups[record.column] ?? (ownGroup || firstGroup)) : ''
    const path = ticked && !existing && 'unique' in kinds[kind] ? paths.free(kind, title, record.path) : ''
    paths.take(kind, path)
    return {
      line: index + 1,
      key,
      record,
      kind,
      title,
      get fields() {
        return lacking?.fields ?? fieldsOf({ kind, title, record }, path)
      },
      group,
      ownGroup,
      ...(lacking?.files ?? files),
      from: record.from,
      facts: [
        record.column,
        dateOf(record).slice(0, 10),
        ...valuesOf(kind, record),
        isExample ? '换下这一页的示例' : knownWords(existing, lacking),
      ].filter(Boolean),
      excerpt: record.html,
      notes: wasRenamed ? [...record.notes, '旧地址已经跳到网站上的一页，勾选会再搬一份'] : record.notes,
      lost: record.notes,
      sort: isPublished ? sortOf(lacking) : kinds[kind].noun,
      problem,
      isFixed: problem !== undefined,
      needsLook: false,
      ticked,
      existing: isExample ? { ...existing, fields: {}, draftVersion: '' } : lacking && existing,
      alongside,
      made: lacking || isExample || !existing ? undefined : { id: existing.id, isPublished },
    }
  })
}

const titleAs = (kind: MovedKind, { title }: MovedRecord): string => cutFor(kind, kinds[kind].title, title)

/** A product may be its name and its specs. */
const hasContent = (kind: MovedKind, { html, pictures }: MovedRecord): boolean =>
  kind === 'product' || html.trim() !== '' || (kind !== 'page' && pictures.length > 0)

/** What somebody has chosen that a record becomes. */
function kindAs({ key, column }: MovedRecord, { kinds: single, columns }: Choices): MovedKind | undefined {
  const { [column]: ofColumn } = columns
  return single[key] ?? (ofColumn === 'none' ? undefined : ofColumn)
}

/** The records that this site has already: of their own kind first, and of another one where nobody has chosen. */
function recognised(records: readonly MovedRecord[], choices: Choices, { existing, examples }: KnownRecords) {
  const kindsOfRecords = new Map<MovedRecord, { kind: MovedKind; existing?: Existing }>()
  const taken = new Set<Existing>()
  for (const isOwn of [true, false])
    for (const kind of movedKinds) {
      const rows = records.flatMap((record) => {
        const chosen = kindAs(record, choices)
        const asks = !kindsOfRecords.has(record) && (isOwn ? (chosen ?? record.kind) === kind : chosen === undefined)
        return asks ? [{ ...askedBy(kind, titleAs(kind, record), dateOf(record)), record }] : []
      })
      const free = existing[kind]?.filter((known) => !taken.has(known) && (isOwn || !examples.has(known.id))) ?? []
      for (const [{ record }, known] of findRecords(kind, rows, free)) {
        kindsOfRecords.set(record, { kind, existing: known })
        taken.add(known)
      }
    }
  return kindsOfRecords
}

/** The list of a column leads to where most of what lies in it goes, as it was chosen at last. */
export function withLists(rows: readonly MovedRow[], lists: MovedSource['lists']) {
  const chainOf = chainsIn(rows.map(({ record }) => record))
  const inside = grouped(rows, ({ record }) => [...chainOf(record), ...(record.lists ?? [])])
  const ofRows = new Map<MovedRow, { from: string; to: string }[]>()
  const others: { from: string; to: string }[] = []
  for (const { from, to, column } of lists) {
    const lead = column === undefined ? undefined : leadOf(column, inside.get(column) ?? [])
    if (lead?.row) ofRows.set(lead.row, [...(ofRows.get(lead.row) ?? []), { from, to: lead.to }])
    else others.push({ from, to: lead?.to ?? to })
  }
  for (const [row, own] of ofRows) row.lists = own
  return { rows, lists: others }
}

/** To the list of a kind, or to a page or the group of a product, as only its row knows them. */
function leadOf(column: string, rows: readonly MovedRow[]): { to: string; row?: MovedRow } | undefined {
  const countOf = (kind: MovedKind): number => rows.filter((row) => row.kind === kind).length
  const [most] = [...movedKinds].sort((one, other) => countOf(other) - countOf(one))
  const all = rows.filter(({ kind }) => kind === most)
  const [first] = all
  if (!first) return undefined
  if (first.kind === 'page') return { to: '', row: first }
  const example = all.find(({ record }) => record.column === column) ?? first
  const isOneGroup = example.record.column === column || all.every(({ group }) => group === example.group)
  return example.group !== '' && isOneGroup ? { to: ownGroupList, row: example } : { to: listPages[first.kind] }
}

const sortOf = (lacking: Lacking | undefined): string => (lacking ? '补充' : '已经有了')

function knownWords(existing: Existing | undefined, lacking: Lacking | undefined): string {
  if (!existing) return ''
  if (existing.basedOn === '') return '已经是草稿'
  return lacking ? `已经有了，补上${lacking.words.join('、')}` : '已经有了，只让旧地址跳过去'
}

function problemOf(title: string, isDone: boolean): string | undefined {
  if (title === '') return '没有标题，不能搬'
  return isDone ? '已经有了，不用再搬' : undefined
}

interface Lacking {
  fields: Fields
  files: StagedFiles
  words: readonly string[]
}

/** What visitors do not see of it yet: a sheet has brought the model, say, and this source has the text. What is there stays. */
function lackingOf(kind: MovedKind, record: MovedRecord, files: StagedFiles, shown: Existing): Lacking | undefined {
  const { cover, pictures: gallery = '', body } = sheetFields[kind]
  const all = fieldsOf({ kind, title: shown.title, record }, '')
  const fields = Object.fromEntries(
    Object.entries(all).filter(([name, value]) => !isNothing(value) && isNothing(shown.fields[name])),
  )
  const isPictured = !isNothing(shown.fields[cover]) || !isNothing(shown.fields[gallery])
  const pictures = isPictured ? [] : files.pictures
  const words = Object.keys(fields).map((name) => labelOf(kind, name))
  if (pictures.length > 0) words.push('图片')
  if (words.length === 0) return undefined
  const textPictures = body in fields ? files.textPictures : new Map<string, FileSource>()
  return { fields, files: { ...files, pictures, textPictures }, words }
}

/** What tells one product from another: its model, its price and its specs. */
const valuesOf = (kind: MovedKind, { model = '', price = '', specs }: MovedRecord): string[] =>
  kind === 'product'
    ? [
        model && `${modelTerm}：${model}`,
        price && `${priceTerm}：${price}`,
        ...specs.slice(0, 3).map(({ term, value }) => `${term}：${value}`),
      ]
    : []

/** Its pictures, in a folder or on the web. */
function filesOf(kind: MovedKind, record: MovedRecord, find: FindPicture): StagedFiles {
  const placeOf = (address: string): FileSource => find(address) ?? webAddress(address)
  const { own, inText } = picturesOf(kind, record)
  // One that is on the web stays linked there.
  const linked = linksIn(record.html).filter((address) => isDocumentName(address) && !webAddress(address))
  const documents = linksIn(record.html).flatMap((address): [string, File][] => {
    const file = isDocumentName(address) ? find(address) : undefined
    return file ? [[address, file]] : []
  })
  const missing = [
    ...[...own, ...inText].filter((address) => placeOf(address) === ''),
    ...linked.filter((address) => !find(address)),
  ]
  const isThere = (address: string): boolean => !missing.includes(address)
  return {
    pictures: own.filter(isThere).map(placeOf),
    otherPictures: new Map(),
    textPictures: new Map([
      ...inText.filter(isThere).map((address): [string, FileSource] => [address, placeOf(address)]),
      ...documents,
    ]),
    documents: [],
    missing,
  }
}

/** The banner of a page is none. */
const isCoverless = (kind: MovedKind): boolean => kind === 'page' || sheetFields[kind].cover === ''

/** The addresses of the pictures that it has in fields, the cover first, and of those in its text. */
function picturesOf(kind: MovedKind, { pictures, html }: MovedRecord): { own: string[]; inText: string[] } {
  const inText = new Set(picturesIn(html))
  const [cover, ...others] = new Set(pictures)
  // What is in the text already is not shown twice.
  const more = others.filter((address) => !inText.has(address))
  const covers = cover === undefined ? [] : [cover]
  // Without a cover, as a page is, what was one stands above the text.
  if (isCoverless(kind)) return { own: [], inText: [...new Set([...covers, ...inText, ...more])] }
  if (sheetFields[kind].pictures === undefined) return { own: covers, inText: [...inText, ...more] }
  return { own: [...covers, ...more], inText: [...inText] }
}

/** The fields of its draft, by its kind. */
function fieldsOf({ kind, title, record }: Pick<MovedRow, 'kind' | 'title' | 'record'>, path: string): Fields {
  const { title: titleField, intro: introField, body, pairs } = sheetFields[kind]
  const { unique, options } = recordKind(kind)
  const shown = new Set(picturesIn(record.html))
  const added = picturesOf(kind, record).inText.filter((address) => !shown.has(address))
  const isCover = (address: string): boolean => isCoverless(kind) && address === record.pictures[0]
  const above = added.filter(isCover)
  const below = added.filter((address) => !isCover(address))
  const listed = pairs ? record.specs.slice(0, pairs.max) : []
  const html = [above.map(pictureAt), record.html, below.map(pictureAt), tableOf(record.specs.slice(listed.length))]
  const intro = record.intro || (kind === 'case' ? truncate(textIn(record.html), 100) : '')
  const date = kind === 'news' ? dateOf(record) : ''
  return {
    [titleField]: title,
    [body]: html.flat().join(''),
    ...(intro !== '' && introField !== '' && { [introField]: cutFor(kind, introField, intro) }),
    ...(record.pinned && 'pinned' in options && { pinned: true }),
    ...(kind === 'product' && factsOf(record)),
    ...(date !== '' && { createDate: date }),
    ...(unique !== undefined && path !== '' && { [unique]: path }),
    ...(pairs && {
      [pairs.field]: listed.map(({ term, value }) => ({
        [pairs.name]: truncate(term, pairs.nameMax),
        [pairs.text]: truncate(value, pairs.textMax),
      })),
    }),
  }
}

/** The model and the price of a product, in fields of their own. */
const factsOf = ({ model, price }: MovedRecord): Fields => ({
  ...(model && { models: modelsInCell(model) }),
  ...(price && { price: cutFor('product', 'price', price) }),
})

const pictureAt = (address: string): string => {
  const picture = document.createElement('img')
  picture.setAttribute('src', address)
  return `<p>${picture.outerHTML}</p>`
}

/** What there is no list for, or no room in it. */
function tableOf(specs: MovedRecord['specs']): string {
  if (specs.length === 0) return ''
  const table = document.createElement('table')
  for (const { term, value } of specs) {
    const row = table.insertRow()
    row.insertCell().textContent = term
    row.insertCell().textContent = value
  }
  return table.outerHTML
}

/** Returns the columns that a record lies in, the uppermost first, as far as records tell. */
function chainsIn(records: readonly MovedRecord[]): (record: MovedRecord) => string[] {
  const above = new Map(records.map((record) => [record.column, record.above]))
  return (record) => {
    const chain = [record.column]
    for (let next = record.above; next && !chain.includes(next); next = above.get(next)) chain.unshift(next)
    return chain
  }
}

/** Returns the path of the group that the column of a record becomes: its own name, and that of the uppermost one that it lies in. */
function columnGroups(records: readonly MovedRecord[]): (record: MovedRecord) => string {
  const chainOf = chainsIn(records)
  return (record) => {
    const chain = chainOf(record)
    while (chain.length > 1 && ofAllProducts.test(chain[0] ?? '')) chain.shift()
    const [first = '', ...others] = chain.map(groupNameOf)
    return others.length > 0 ? pathOf(first, lastOf(others) ?? '') : first
  }
}

/** What a column is called as a group, cut as the settings allow; '' where it is a folder of the old site. */
const groupNameOf = (column: string): string => (column.startsWith('/') ? '' : truncate(column, maxGroupName))

/** Nothing is dated later than now. */
export function dateOf({ date }: MovedRecord): string {
  const time = Date.parse(`${date.replace(' ', 'T')}+08:00`)
  return time <= Date.now() ? date : ''
}
