import {
  cellOfModels,
  cellOfPairs,
  hasOwnAddress,
  itemsIn,
  markSign,
  maxPairColumns,
  type Model,
  ownColumns,
  type Pair,
  sheetFields,
  sheetHeads,
} from '../../contract/kinds/sheetColumns.ts'
import type { SheetKind } from '../../contract/kinds/sheetKinds.ts'
import type { Site } from '../../contract/kinds/entities.ts'
import { grouped } from '../../contract/kinds/grouped.ts'
import { groupPath, idsWithin } from '../../contract/kinds/groups.ts'
import { kinds, pageAddress, recordKind } from '../../contract/kinds/kinds.ts'
import { type RedirectInput, sentAddress } from '../../contract/calls/redirects.ts'
import type { HandlerInput } from '../call.ts'
import { listedRecords } from '../store/listPage.ts'
import { type AnyRecord, type DraftRecord, fieldsOf } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { inSlices } from '../system/timeSlices.ts'

/** The records of a kind as an import reads them. Each row is made when it is asked for. */
export interface RecordSheet {
  heads: readonly string[]
  rowOf(record: SheetRecord): string[]
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
type Wanted = Pick<HandlerInput<'recordExport'>, 'word' | 'group' | 'show' | 'from' | 'to' | 'only'>

/** What staff see in the list, drafts before what is published, in its order; nothing of the trash. */
export async function recordsFor(
  kind: SheetKind,
  { store, site }: { store: Store; site: () => Site },
  { word, group, show = 'all', from, to, only }: Wanted,
): Promise<SheetRecords> {
  const { live, draft: drafts } = store.states[kind]
  const { title, filter = '' } = recordKind(kind)
  const limit = Math.max(1, live.size + drafts.all().length)
  const words = { [title]: word, ...(filter && group && { [filter]: idsWithin(site().groups, group).join() }) }
  const search = Object.assign({ page: 1, limit, show, from, to }, words)
  const { data } = await listedRecords(kind, store.states[kind], search)
  const ticked = only ? new Set(only.split(',')) : undefined
  const states = new Map<SheetRecord, string>()
  const all: SheetRecord[] = []
  for (const { id } of data) {
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
  redirects: readonly RedirectInput[]
}

export async function recordSheet(
  kind: SheetKind,
  { records: { all, drafts }, site, redirects }: SheetParts,
): Promise<RecordSheet> {
  const { group, date, pictures, documents, cover, pairs, ...own } = sheetFields[kind]
  const fieldsIn = (record: SheetRecord): Fields =>
    drafts.has(record) ? (record as DraftRecord).fields : fieldsOf(kind, record as AnyRecord)
  const pairsIn = (fields: Fields): Pair[] =>
    pairs
      ? itemsIn(fields[pairs.field])
          .map((item) => ({ name: textIn(item[pairs.name]), text: textIn(item[pairs.text]) }))
          .filter(({ name }) => name !== '')
      : []
  const { terms, hasMore } = await termsOf(all, (record) => pairsIn(fieldsIn(record)))
  const columns = new Set(terms)
  const oldOf = grouped(redirects, ({ to }) => [sentAddress(to)])
  const groupPaths = new Map(site.groups.map((group) => [group.id, groupPath(site.groups, group)]))

  const rowOf = (record: SheetRecord): string[] => {
    const fields = fieldsIn(record)
    const text = (field: string): string => textIn(fields[field])
    const byName = grouped(pairsIn(fields), ({ name }) => [name])
    /** A column has one text for each name. */
    const pairText = (name: string): string => (byName.get(name) ?? []).map((pair) => pair.text).join('；')
    const address = pageAddress(kinds[kind], record.id, fields) ?? ''
    const ownAddress = hasOwnAddress(kind) || drafts.get(record) === onlyDraft ? [] : [address]
    const addresses = [text(cover), ...(pictures ? textsIn(fields[pictures]) : [])].filter(Boolean)
    return [
      text(own.title),
      ...(kind === 'product' ? [cellOfModels(itemsIn(fields['models']) as unknown as Model[])] : []),
      ...(group ? [groupPaths.get(text(group)) ?? ''] : []),
      ...(date ? [text(date)] : []),
      ...(own.intro ? [text(own.intro)] : []),
      ...ownColumns[kind].map(({ field }) => text(field)),
      addresses.join('\n'),
      ...(documents
        ? [
            itemsIn(fields[documents])
              .map(({ name, address }) => `${textIn(name)} <${textIn(address)}>`)
              .join('\n'),
          ]
        : []),
      text(own.body),
      record.id,
      [...ownAddress, ...(oldOf.get(sentAddress(address)) ?? []).map(({ from }) => from)].join('\n'),
      ...(pairs
        ? [
            itemsIn(fields[pairs.field])
              .map((item) => (item[pairs.mark] ? markSign : '') + textIn(item[pairs.name]))
              .join('\n'),
          ]
        : []),
      drafts.get(record) ?? '已发布',
      ...terms.map(pairText),
      ...(hasMore
        ? [
            cellOfPairs(
              Array.from(byName.keys(), (name) => ({ name, text: pairText(name) })).filter(
                ({ name }) => !columns.has(name),
              ),
            ),
          ]
        : []),
    ]
  }
  return { heads: sheetHeads(kind, terms, hasMore), rowOf }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(textIn) : [])

/** The most used names of pairs. */
async function termsOf(records: readonly SheetRecord[], pairsIn: (record: SheetRecord) => readonly Pair[]) {
  const counts = new Map<string, number>()
  await inSlices(records, (record) => {
    for (const { name } of pairsIn(record)) counts.set(name, (counts.get(name) ?? 0) + 1)
  })
  const mostUsed = [...counts].sort(([, one], [, other]) => other - one)
  return { terms: mostUsed.slice(0, maxPairColumns).map(([name]) => name), hasMore: counts.size > maxPairColumns }
}
