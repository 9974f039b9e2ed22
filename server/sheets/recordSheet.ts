import {
  cellOfModels,
  cellOfPairs,
  hasOwnAddress,
  maxPairColumns,
  type Model,
  modelTerm,
  ownColumns,
  type Pair,
  sheetFields,
  sheetHeads,
} from '../../contract/sheetColumns.ts'
import type { SheetKind } from '../../contract/sheetKinds.ts'
import type { Site } from '../../contract/entities.ts'
import { groupPath, idsWithin } from '../../contract/groups.ts'
import { kinds, pageAddress, type RecordKind } from '../../contract/kinds.ts'
import { listedRows } from '../store/listPage.ts'
import { type AnyRecord, type DraftRecord, fieldsOf } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { inSlices } from '../system/timeSlices.ts'
import { createFileNames, type SheetFile } from './fileNames.ts'

/** The records of a kind as an import reads them. Each row is made when it is asked for. */
export interface RecordSheet {
  heads: readonly string[]
  rowOf(record: SheetRecord): string[]
  /** What the rows that were made so far name. */
  files(): SheetFile[]
}

type SheetRecord = AnyRecord | DraftRecord
type Fields = Readonly<Record<string, unknown>>

/** Of one moment, since records are frozen. */
export interface SheetRecords {
  all: readonly SheetRecord[]
  /** What the state of a record is called that is shown as its draft. */
  drafts: ReadonlyMap<SheetRecord, string>
}

const onlyDraft = '草稿'

/** What a list is searched for, and which of it are ticked. */
interface Wanted {
  word?: string | undefined
  group?: string | undefined
  show?: string | undefined
  from?: string | undefined
  to?: string | undefined
  only?: string | undefined
}

/** What staff see in the list, drafts before what is published, in its order; nothing of the trash. */
export async function recordsFor(
  kind: SheetKind,
  { store, site }: { store: Store; site: () => Site },
  { word, group, show = 'all', from, to, only }: Wanted,
): Promise<SheetRecords> {
  const { live, draft: drafts } = store.states[kind]
  const { id: idName, title, filter = '' }: RecordKind = kinds[kind]
  const limit = Math.max(1, live.size + drafts.all().length)
  const words = { [title]: word, ...(filter && group && { [filter]: idsWithin(site().groups, group).join() }) }
  const search = Object.assign({ page: 1, limit, show, from, to }, words)
  const { data } = await listedRows(kind, store.states[kind], search)
  const ticked = only ? new Set(only.split(',')) : undefined
  const states = new Map<SheetRecord, string>()
  const all: SheetRecord[] = []
  for (const row of data) {
    const id = String(Reflect.get(row, idName))
    if (ticked && !ticked.has(id)) continue
    const published = live.get(id)
    const draft = drafts.get(id)
    if (draft) states.set(draft, published ? '已发布，有未发布的修改' : onlyDraft)
    const record = draft ?? published
    if (record) all.push(record)
  }
  return { all, drafts: states }
}

interface SheetParts {
  records: SheetRecords
  site: Site
  /** Also finds the pictures of rich texts, which no cell names. */
  withTexts: boolean
}

export async function recordSheet(
  kind: SheetKind,
  { records: { all, drafts }, site, withTexts }: SheetParts,
): Promise<RecordSheet> {
  const { group, date, pictures, documents, cover, pairs, ...own } = sheetFields[kind]
  const names = createFileNames()
  const fieldsIn = (record: SheetRecord): Fields =>
    drafts.has(record) ? (record as DraftRecord).fields : fieldsOf(kind, record as AnyRecord)
  const pairsIn = (fields: Fields): Pair[] =>
    pairs
      ? itemsIn(fields[pairs.field])
          .map((item) => ({ name: textIn(item[pairs.name]), text: textIn(item[pairs.text]) }))
          .filter(({ name }) => name !== '')
      : []
  const { terms, hasMore } = pairs ? await termsOf(all, (record) => pairsIn(fieldsIn(record))) : noTerms
  const columns = new Set([...terms, modelTerm])
  const groupPaths = new Map(site.groups.map((each) => [each.id, groupPath(site.groups, each)]))

  const rowOf = (record: SheetRecord): string[] => {
    const fields = fieldsIn(record)
    const text = (field: string): string => textIn(fields[field])
    const title = text(own.title)
    const pairTexts = textsByName(pairsIn(fields))
    const models = modelsIn(fields['models'])
    const model = cellOfModels(models) || (pairTexts.get(modelTerm) ?? '')
    const called = models[0]?.model || model || title
    const pictureNames = [text(cover), ...(pictures ? textsIn(fields[pictures]) : [])]
      .filter((address) => address !== '')
      .map((address) => names.picture(address, called))
    if (withTexts) names.inText(text(own.body))
    return [
      title,
      ...(kind === 'product' ? [model] : []),
      ...(group ? [groupPaths.get(text(group)) ?? ''] : []),
      ...(date ? [text(date)] : []),
      ...(own.intro ? [text(own.intro)] : []),
      ...ownColumns[kind].map(({ field, isPicture }) =>
        isPicture && text(field) ? names.picture(text(field), called) : text(field),
      ),
      pictureNames.join('\n'),
      ...(documents
        ? [
            documentsIn(fields[documents])
              .map((each) => names.document(each, called))
              .join('\n'),
          ]
        : []),
      text(own.body),
      record.id,
      drafts.get(record) ?? '已发布',
      ...(hasOwnAddress(kind)
        ? []
        : [drafts.get(record) === onlyDraft ? '' : (pageAddress(kinds[kind], record.id, {}) ?? '')]),
      ...terms.map((term) => pairTexts.get(term) ?? ''),
      ...(hasMore
        ? [
            cellOfPairs(
              Array.from(pairTexts, ([name, text]) => ({ name, text })).filter(({ name }) => !columns.has(name)),
            ),
          ]
        : []),
    ]
  }
  return { heads: sheetHeads(kind, terms, hasMore), rowOf, files: names.files }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(textIn) : [])

const itemsIn = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : [])

const modelsIn = (value: unknown): Model[] =>
  itemsIn(value).map(({ model, note, price, specs }) => ({
    model: textIn(model),
    note: textIn(note),
    price: textIn(price),
    specs: itemsIn(specs).map(({ term, value: text }) => ({ term: textIn(term), value: textIn(text) })),
  }))

const documentsIn = (value: unknown): { name: string; address: string }[] =>
  itemsIn(value).map(({ name, address }) => ({ name: textIn(name), address: textIn(address) }))

/** A column has one text for each name. */
function textsByName(pairs: readonly Pair[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { name, text } of pairs) {
    const before = texts.get(name)
    texts.set(name, before === undefined ? text : `${before}；${text}`)
  }
  return texts
}

const noTerms = { terms: [], hasMore: false }
/** So many names are counted at a time: more are rare ones, of which none becomes a column. */
const maxCounted = 10_000

/** The most used names of pairs: each record's in its own order, as far as others leave it. */
async function termsOf(
  records: readonly SheetRecord[],
  pairsIn: (record: SheetRecord) => readonly Pair[],
): Promise<{ terms: readonly string[]; hasMore: boolean }> {
  const counts = new Map<string, number>()
  let isFull = false
  await inSlices(records, (record) => {
    for (const { name } of pairsIn(record)) {
      if (name === modelTerm) continue
      if (counts.has(name) || counts.size < maxCounted) counts.set(name, (counts.get(name) ?? 0) + 1)
      else {
        isFull = true
        for (const [each, count] of counts) {
          if (count === 1) counts.delete(each)
          else counts.set(each, count - 1)
        }
      }
    }
  })
  const mostUsed = [...counts].sort(([, one], [, other]) => other - one).slice(0, maxPairColumns)
  const places = new Map<string, number>()
  const wanted = new Set(mostUsed.map(([name]) => name))
  const terms: string[] = []
  await inSlices(wanted.size > 0 ? records : [], (record) => {
    if (terms.length === wanted.size) return
    let place = 0
    for (const { name } of pairsIn(record)) {
      if (!wanted.has(name)) continue
      const known = places.get(name)
      if (known === undefined) {
        terms.splice(place, 0, name)
        for (const [at, term] of terms.entries()) places.set(term, at)
      }
      place = Math.max(place, (known ?? place) + 1)
    }
  })
  return { terms, hasMore: isFull || counts.size > maxPairColumns }
}
