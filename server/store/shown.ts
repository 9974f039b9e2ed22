import type { ProductGroup, PublicSite, Site } from '../../contract/kinds/entities.ts'
import { hiddenGroups } from '../../contract/kinds/groups.ts'
import {
  contentOptionsOf,
  type DetailOf,
  type Fact,
  type KindName,
  kindNames,
  kinds,
  type Offer,
  type PagedKind,
  type RecordKind,
  type RowOf,
  type StateInRow,
  recordKind,
} from '../../contract/kinds/kinds.ts'
import type { RecordField } from '../../contract/kinds/recordFields.ts'
import { isNothing } from '../../contract/site/siteFieldKinds.ts'
import { isPageOn } from '../../contract/site/sitePages.ts'
import { createDate, type Listed, shownTime, type Stored, textOf, versionOf } from './kind.ts'
import { type AnyRecord, fieldsInRow, type RecordOf } from './records.ts'
import type { Store } from './store.ts'

declare const visible: unique symbol
/** A record as somebody reads it, and not as it is stored. Only `shown` makes one. */
export type Shown<N extends KindName = KindName> = RecordOf<N> & {
  readonly productType: string
  readonly [visible]: true
}

/** What of every record only staff read. */
const staffOnly = { pinned: undefined, unpublishAt: undefined, unpublishTo: undefined }

/**
 * What leaves the server of a record: lists, details, hits of the search, feeds and structured data are made of this. What visitors are not to
 * read is left out here, and what the settings say of it is added; a preview has those that are typed.
 */
export function shown<N extends KindName>(kind: N, record: Stored, site: Site, toStaff = false): Shown<N> {
  const productType = groupOf(kind, record, site)?.name ?? ''
  if (toStaff) return { ...record, productType } as object as Shown<N>
  const { models: [first, ...others] = [] }: Partial<Shown<'product'>> = record
  // What comes in one model has one price.
  const price = others.length === 0 && first?.price
  return { ...record, productType, ...staffOnly, ...(price && { price }) } as object as Shown<N>
}

type Paged = RecordKind & Required<Pick<RecordKind, 'page'>>
export const pagedKind = (kind: PagedKind): Paged => kinds[kind]

/** The field that names a record's group. */
const groupFields = new Map<KindName, string>(
  kindNames.flatMap((kind) =>
    Object.entries<RecordField>(kinds[kind].described).flatMap(([name, field]) =>
      field.kind === 'group' ? [[kind, name] as const] : [],
    ),
  ),
)
const groupIdOf = (kind: KindName, record: Stored): string => textOf(record, groupFields.get(kind) ?? '')
export const groupOf = (kind: KindName, record: Stored, { groups }: Site): ProductGroup | undefined =>
  groupFields.has(kind) ? groups.find(({ id }) => id === groupIdOf(kind, record)) : undefined

/** What visitors, search engines and statistics know a record by. */
export function recordPage(kind: PagedKind, record: Stored, site: Site) {
  const { cover = '', title, page } = pagedKind(kind)
  const read = shown(kind, record, site)
  return {
    title: textOf(read, title) || (page.untitled?.({ ...read, createDate: createDate(read) }) ?? ''),
    address: page.address(read.id, read),
    text: textOf(read, page.text ?? ''),
    picture: textOf(read, cover),
  }
}

/** Returns whether visitors see a record: nothing of a page or a group that is off. */
export function shownIn(kind: PagedKind, site: PublicSite): (record: Stored) => boolean {
  const isOn = isPageOn(site, pagedKind(kind).page.route)
  const off = hiddenGroups(site.groups)
  return (record) => isOn && !off.has(groupIdOf(kind, record))
}

/** As they are stored, sorted from the oldest. */
export const shownRecords = (kind: PagedKind, { store, site }: { store: Store; site: PublicSite }): AnyRecord[] =>
  store.states[kind].live.all().filter(shownIn(kind, site))

export function offerOf({ models = [], price }: Partial<Shown<'product'>>): Offer {
  const [first] = models
  return {
    ...(first && { model: first.model }),
    ...(models.length > 1 && { modelCount: models.length }),
    ...(price && { price }),
  }
}

/** A record in a list. */
export function rowOf<N extends KindName>(kind: N, record: Stored, site: Site, toStaff = false): RowOf<N> {
  const { id, fields, listsInRow = [] } = recordKind(kind)
  const read: Stored & Partial<Shown<'product'>> = shown(kind, record, site, toStaff)
  const row: Record<string, unknown> = { [id]: read.id }
  for (const field of fieldsInRow[kind]) {
    const text = textOf(read, field)
    if (field in fields || text !== '') row[field] = text
  }
  for (const field of listsInRow) {
    const list: unknown = Reflect.get(read, field)
    if (Array.isArray(list) && list.length > 0) row[field] = list
  }
  if (kind === 'product') Object.assign(row, { productType: read.productType }, offerOf(read))
  row.createDate = createDate(read)
  return row as RowOf<N>
}

type Neighbours = Readonly<Record<'newer' | 'older', Stored | undefined>>

/** What a detail call replies. */
export function detailOf<N extends KindName>(
  kind: N,
  record: RecordOf<N>,
  { newer, older }: Neighbours,
  site: Site,
  toStaff = false,
): DetailOf<N> {
  const { id, title, body, neighbours } = recordKind(kind)
  const read = shown(kind, record, site, toStaff)
  const link = (beside: Stored | undefined): object | null => {
    if (!beside) return null
    const row = rowOf(kind, beside, site)
    return { [id]: beside.id, [title]: Reflect.get(row, title), createDate: row.createDate }
  }
  const facts = factsOf(kind, read)
  const detail = {
    ...rowOf(kind, record, site, toStaff),
    ...(body !== undefined && { [body]: textOf(read, body) }),
    ...contentOf(kind, read),
    ...(facts.length > 0 && { facts }),
    version: versionOf(read),
    ...(neighbours && { newer: link(newer), older: link(older) }),
    ...optionsOf(read),
  }
  return detail as DetailOf<N>
}

/** Absent where they are empty, as replies were before records had them. */
const contentOf = (kind: KindName, record: Stored): object =>
  Object.fromEntries(
    contentOptionsOf(kind).flatMap((option) => {
      const value: unknown = Reflect.get(record, option)
      return isNothing(value) ? [] : [[option, value]]
    }),
  )

export const optionsOf = ({
  unpublishAt,
  unpublishTo,
  pinned,
}: Listed): Pick<StateInRow, 'unpublishAt' | 'unpublishTo' | 'pinned'> => ({
  ...(unpublishAt && { unpublishAt: shownTime(unpublishAt) }),
  ...(unpublishTo && { unpublishTo }),
  ...(pinned && { pinned }),
})

/** In the order of the description, without those that are empty. */
export function factsOf<N extends KindName>(
  kind: N,
  record: Shown<N>,
  isMeant = (_field: RecordField): boolean => true,
): Fact[] {
  const { described } = recordKind(kind)
  const facts: Fact[] = []
  for (const [field, description] of Object.entries(described)) {
    const value = factIn(description, Reflect.get(record, field))
    if (!description.fact || !isMeant(description) || value === '') continue
    facts.push({ term: description.label, value, ...(description.fact === 'head' && { head: true }) })
  }
  return facts
}

function factIn(field: RecordField, value: unknown): string {
  if (field.kind === 'list') {
    // Several have a table of their own, and so has what is optional.
    const [item, ...more] = (value ?? []) as object[]
    const members = field.of.kind === 'object' ? field.of.fields : {}
    const texts = Object.entries(item ?? {}).map(([name, text]) => (members[name]?.optional ? '' : text))
    return more.length === 0 ? texts.filter(Boolean).join('，') : ''
  }
  const text = typeof value === 'string' ? value : ''
  return field.kind === 'choice' ? (field.options[text] ?? text) : text
}
