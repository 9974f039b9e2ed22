import {
  cellOfModels,
  type Model,
  modelTerm,
  ownColumns,
  sheetFields,
  sheetHeads,
} from '../../contract/sheetColumns.ts'
import type { SheetKind } from '../../contract/sheetKinds.ts'
import type { Site } from '../../contract/entities.ts'
import { kinds, type RecordKind } from '../../contract/kinds.ts'
import { type AnyRecord, type DraftRecord, fieldsOf, recordOfDraft } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { createFileNames, type SheetFile } from './fileNames.ts'

/** The records of a kind as an import reads them, and the files that they name. */
export interface RecordSheet {
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  files: readonly SheetFile[]
}

type Fields = Readonly<Record<string, unknown>>
interface Exported {
  id: string
  fields: Fields
  state: string
}

interface Pair {
  term: string
  text: string
}

/** What staff see in the list, drafts before what is published, in its order; nothing of the trash. */
export function recordSheet(kind: SheetKind, { store, site }: { store: Store; site: Site }): RecordSheet {
  const records = exportedRecords(kind, store)
  const { group, date, pictures, documents, cover, others, pairs, ...own } = sheetFields[kind]
  const names = createFileNames()
  const terms = termsOf(records.map(({ fields }) => pairsOf(kind, fields)))
  const groupName = (id: string): string => site.groups.find((each) => each.id === id)?.name ?? ''

  const rowOf = ({ id, fields, state }: Exported): string[] => {
    const text = (field: string): string => textIn(fields[field])
    const title = text(own.title)
    const pairsByTerm = pairTexts(pairsOf(kind, fields))
    const models = modelsIn(fields['models'])
    const model = cellOfModels(models) || (pairsByTerm.get(modelTerm) ?? '')
    const called = models[0]?.model || model || title
    const pictureNames = [text(cover), ...(pictures ? textsIn(fields[pictures]) : [])]
      .filter((address) => address !== '')
      .map((address) => names.picture(address, called))
    names.inText(text(own.body))
    return [
      title,
      ...(kind === 'product' ? [model] : []),
      ...(group ? [groupName(text(group))] : []),
      ...(date ? [text(date)] : []),
      text(own.intro),
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
      id,
      state,
      ...terms.map((term) => pairsByTerm.get(term) ?? ''),
    ]
  }
  const rows = records.map(rowOf)
  return { heads: sheetHeads(kind, terms), rows, files: names.files() }
}

function exportedRecords(kind: SheetKind, store: Store): Exported[] {
  const { live, draft: drafts } = store.states[kind]
  const { id: idName }: RecordKind = kinds[kind]
  const neverPublished = drafts
    .all()
    .filter(({ id }) => !live.get(id))
    .map(recordOfDraft)
  const everything = { page: 1, limit: Math.max(1, live.size + neverPublished.length) }
  const { data } = live.page(everything, neverPublished)
  return data.flatMap((row) => {
    const id = String(Reflect.get(row, idName))
    return exported(kind, live.get(id), drafts.get(id))
  })
}

function exported(kind: SheetKind, record: AnyRecord | undefined, draft: DraftRecord | undefined): Exported[] {
  if (draft) return [{ id: draft.id, fields: draft.fields, state: record ? '已发布，有未发布的修改' : '草稿' }]
  return record ? [{ id: record.id, fields: fieldsOf(kind, record), state: '已发布' }] : []
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(textIn) : [])

const itemsIn = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : [])

const modelsIn = (value: unknown): Model[] =>
  itemsIn(value).map(({ model, note }) => ({ model: textIn(model), note: textIn(note) }))

const documentsIn = (value: unknown): { name: string; address: string }[] =>
  itemsIn(value).map(({ name, address }) => ({ name: textIn(name), address: textIn(address) }))

function pairsOf(kind: SheetKind, fields: Fields): Pair[] {
  const { pairs } = sheetFields[kind]
  if (!pairs) return []
  return itemsIn(fields[pairs.field]).map((item) => ({
    term: textIn(item[pairs.name]),
    text: textIn(item[pairs.text]),
  }))
}

/** A column has one text for each name. */
function pairTexts(pairs: readonly Pair[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { term, text } of pairs) {
    const before = texts.get(term)
    texts.set(term, before === undefined ? text : `${before}；${text}`)
  }
  return texts
}

/** The names of all pairs: each record's in its own order, as far as others leave it. */
function termsOf(records: readonly (readonly Pair[])[]): string[] {
  const terms: string[] = []
  for (const pairs of records) {
    let place = 0
    for (const { term } of pairs) {
      if (term === modelTerm || term === '') continue
      const known = terms.indexOf(term)
      if (known === -1) terms.splice(place, 0, term)
      place = Math.max(place, (known === -1 ? place : known) + 1)
    }
  }
  return terms
}
