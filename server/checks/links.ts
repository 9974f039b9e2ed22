import { canParse } from '../../contract/standIns.ts'
import { whatIsAt } from '../addressBook.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { Store } from '../store/store.ts'

const nowhere = 'http://this.site'

/** Returns a function that says whether a link of a page leads somewhere. Other sites are not asked. */
export function createLinkCheck(store: Store, site: CurrentSite, siteUrl: string | undefined): (address: string) => boolean {
  const own = new Set([nowhere, siteUrl])
  return (address) => {
    if (!canParse(address, nowhere)) return false
    const { origin, pathname, search } = new URL(address, nowhere)
    return !own.has(origin) || whatIsAt({ store, site }, pathname + search).on
  }
}
