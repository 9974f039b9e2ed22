import type { Item, Site } from '../../contract/entities.ts'
import { notFound } from '../failure.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from '../call.ts'

/** There is only one. */
const id = 'item'
/** Earlier versions stored these where nobody had chosen others. */
const shipped = { sysName: '官网后台管理系统', logo: '/media/mark.svg' }

/** The site's, which the back office shows until staff choose others. The icon is square; one that was never changed says nothing. */
const ofSite = ({ siteName, favicon, logo }: Site): Pick<Item, 'sysName' | 'logo'> =>
  ({ sysName: `${siteName}后台`, logo: favicon === shipped.logo ? logo.light : favicon })

export function currentItem({ item }: Store, site: Site): Item {
  const record = item.get(id)
  const own = ofSite(site)
  const chosen = (name: 'sysName' | 'logo'): string => (record && record[name] !== shipped[name] && record[name]) || own[name]
  return { itemId: id, sysName: chosen('sysName'), logo: chosen('logo') }
}

export function itemCalls(store: Store, site: () => Site, now: () => string): Pick<Handlers, 'itemUpdate'> {
  return {
    async itemUpdate({ itemId, ...values }) {
      if (itemId && itemId !== id) throw notFound()
      const own = ofSite(site())
      // A form sends both. What is still the site's goes on following it.
      const changed = (name: 'sysName' | 'logo'): string => (values[name] === own[name] ? '' : values[name])
      const fields = { sysName: changed('sysName'), logo: changed('logo') }
      await store.item.upsert(id, (current) => ({ id, createdAt: now(), ...current, ...fields }))
      return currentItem(store, site())
    },
  }
}
