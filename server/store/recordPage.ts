import type { ProductGroup, PublicSite, Site } from '../../contract/entities.ts'
import { hiddenGroups } from '../../contract/groups.ts'
import { type KindName, kinds, type PagedKind, pagedKinds, type RecordKind } from '../../contract/kinds.ts'
import { isPageOn } from '../../contract/sitePages.ts'
import { createDate, type Stored, textOf } from './kind.ts'
import type { AnyRecord } from './records.ts'
import type { Journal, State } from './states.ts'
import type { Store } from './store.ts'

/**
 * Changes records together with what leads on from their pages: an address that a record leaves leads to its next one, or to `redirectTo` where
 * the record goes. A page that is there comes first, so that is written before the record, and removed after it where the page is there again.
 */
export interface RecordChanges {
  /** As `change` of the store's states: `changes.change(kind, id, (state) => ({ ...next, redirectTo }))` takes one off and leads its visitors. */
  change(
    kind: KindName,
    id: string,
    plan: (state: State) => Leaving | Promise<Leaving>,
    journal?: Journal,
  ): Promise<State>
  /** Throws where no visitor can be led there, for who is to choose; of records that go, one that cannot be opened is passed over. */
  refuseTarget(redirectTo: string): void
}
type Leaving = State & { redirectTo?: string }

type Paged = RecordKind & Required<Pick<RecordKind, 'page'>>
export const pagedKind = (kind: PagedKind): Paged => kinds[kind]

/** The field that names a record's group. */
const groupFields = new Map(
  pagedKinds.flatMap((kind) =>
    Object.entries(pagedKind(kind).described).flatMap(([name, field]) =>
      field.kind === 'group' ? [[kind, name] as const] : [],
    ),
  ),
)
const groupIdOf = (kind: PagedKind, record: Stored): string => textOf(record, groupFields.get(kind) ?? '')
export const groupOf = (kind: PagedKind, record: Stored, { groups }: Site): ProductGroup | undefined =>
  groups.find(({ id }) => id === groupIdOf(kind, record))

export const titleOf = (kind: PagedKind, record: Stored, site: Site): string =>
  textOf(record, kinds[kind].title) ||
  (pagedKind(kind).page.untitled?.({
    ...record,
    createDate: createDate(record),
    productType: groupOf(kind, record, site)?.name ?? '',
  }) ??
    '')

/** What visitors, search engines and statistics know a record by. */
export function recordPage(kind: PagedKind, record: Stored, site: Site) {
  const { cover = '', page } = pagedKind(kind)
  return {
    title: titleOf(kind, record, site),
    address: page.address(record.id, record),
    text: textOf(record, page.text ?? ''),
    picture: textOf(record, cover),
  }
}

/** Returns whether visitors see a record: nothing of a page or a group that is off. */
export function shownIn(kind: PagedKind, site: PublicSite): (record: Stored) => boolean {
  const isOn = isPageOn(site, pagedKind(kind).page.route)
  const off = hiddenGroups(site.groups)
  return (record) => isOn && !off.has(groupIdOf(kind, record))
}

/** Sorted from the oldest. */
export const shownRecords = (kind: PagedKind, { store, site }: { store: Store; site: PublicSite }): AnyRecord[] =>
  store.states[kind].live.all().filter(shownIn(kind, site))
