import type { PublicSite } from '../../contract/entities.ts'
import { pagedKinds } from '../../contract/kinds.ts'
import { addressOfPage, sitePageOf } from '../../contract/sitePages.ts'
import { pagedKind, recordPage, shownIn } from '../store/recordPage.ts'
import type { Store } from '../store/store.ts'

export interface ListedItem {
  title: string
  address: string
}

/** The newest of a list, as many as its first page shows or somewhat more. */
const mostItems = 30

/** What the page at an address lists: the records whose own pages belong to it. */
export function itemsListedAt(address: string, { store, site }: { store: Store; site: PublicSite }): ListedItem[] {
  const kind = pagedKinds.find((each) => {
    const page = sitePageOf(pagedKind(each).page.route)
    return page !== undefined && addressOfPage(page) === address
  })
  if (kind === undefined) return []
  const isShown = shownIn(kind, site)
  const records = [...store[kind].newest()].filter(isShown).slice(0, mostItems)
  return records.map((record) => recordPage(kind, record, site))
}
