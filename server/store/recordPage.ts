import type { Site } from '../../contract/entities.ts'
import { type KindName, kinds, type PagedKind, pagedKinds, type RecordKind } from '../../contract/kinds.ts'
import { isPageOn } from '../../contract/sitePages.ts'
import { createDate, type Stored, textOf } from './kind.ts'
import type { AnyRecord } from './records.ts'
import { editedCollection, type Store } from './store.ts'

/** What visitors, search engines and statistics know a record by. */
export interface RecordPage {
  title: string
  address: string
  /** '' where it has none of its own. */
  text: string
  picture: string
}

type Paged = RecordKind & Required<Pick<RecordKind, 'page'>>
export const pagedKind = (kind: PagedKind): Paged => kinds[kind]

/** The field that names a record's group. */
const groupField = Object.fromEntries(pagedKinds.map((kind) => {
  const described = Object.entries(pagedKind(kind).described)
  return [kind, described.find(([, field]) => field.kind === 'group')?.[0] ?? '']
}))
export const groupOf = (kind: KindName, record: Stored, { groups }: Pick<Site, 'groups'>): Site['groups'][number] | undefined => {
  const id = textOf(record, groupField[kind] ?? '')
  return id === '' ? undefined : groups.find((group) => group.id === id)
}

const valuesOf = (kind: PagedKind, record: Stored, site: Site) => ({
  ...Object.fromEntries(Object.keys(kinds[kind].fields).map((field) => [field, textOf(record, field)])),
  createDate: createDate(record), productType: groupOf(kind, record, site)?.name ?? '',
})

export const titleOf = (kind: PagedKind, record: Stored, site: Site): string =>
  textOf(record, kinds[kind].title) || (pagedKind(kind).page.untitled?.(valuesOf(kind, record, site)) ?? '')

export const recordPage = (kind: PagedKind, record: Stored, site: Site): RecordPage => {
  const { cover, page } = pagedKind(kind)
  return {
    title: titleOf(kind, record, site), address: page.address(record.id, valuesOf(kind, record, site)), text: textOf(record, page.text ?? ''),
    picture: textOf(record, cover),
  }
}

/** Visitors see nothing of a page or a group that is off. */
export const isShown = (kind: PagedKind, record: Stored, site: Site): boolean =>
  isPageOn(site, pagedKind(kind).page.route) && groupOf(kind, record, site)?.on !== false

/** The oldest first. */
export const shownRecords = (kind: PagedKind, { store, site }: { store: Store; site: Site }): AnyRecord[] =>
  editedCollection(store, kind).all().filter((record) => isShown(kind, record, site))
