import type { PublicSite } from '../../contract/kinds/entities.ts'
import { pagedKinds } from '../../contract/kinds/kinds.ts'
import { addressOfPage, sitePageOf } from '../../contract/site/sitePages.ts'
import { pagedKind, recordPage, shownRecords } from '../store/shown.ts'
import type { Store } from '../store/store.ts'

export interface ListedItem {
  title: string
  address: string
}

/** The newest of a list, as many as its first page shows or somewhat more. */
const mostItems = 30

/** What the page at an address lists: the records whose own pages belong to it. */
export function itemsListedAt(address: string, { store, site }: { store: Store; site: PublicSite }): ListedItem[] {
  const kind = pagedKinds.find((kind) => {
    const page = sitePageOf(pagedKind(kind).page.route)
    return page !== undefined && addressOfPage(page) === address
  })
  if (kind === undefined) return []
  const records = shownRecords(kind, { store, site }).slice(-mostItems).reverse()
  return records.map((record) => recordPage(kind, record, site))
}
