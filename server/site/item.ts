import type { Item, Site } from '../../contract/kinds/entities.ts'
import { notFound } from '../failure.ts'
import { itemId as id } from '../store/records.ts'
import type { StarterContent } from './seed.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from '../call.ts'

/** Earlier versions stored these where nobody had chosen others. */
const shipped = { sysName: '官网后台管理系统', logo: '/media/mark.svg' }

interface ItemSources {
  store: Store
  site: () => Site
  starter: StarterContent
}

/** The site's, which the back office shows until staff choose others; a name or icon that was never changed says nothing. */
function ofSite({ site, starter }: ItemSources) {
  const { siteName, favicon, logo } = site()
  return {
    sysName: siteName === starter.site.siteName ? shipped.sysName : siteName,
    logo: favicon === starter.site.favicon ? logo.light : favicon,
  }
}

export function currentItem(sources: ItemSources): Item {
  const record = sources.store.item.get(id)
  const site = ofSite(sources)
  const chosen = (name: 'sysName' | 'logo'): string =>
    (record && record[name] !== shipped[name] && record[name]) || site[name]
  return { itemId: id, sysName: chosen('sysName'), logo: chosen('logo') }
}

export function itemCalls(sources: ItemSources, now: () => string) {
  return {
    async itemUpdate({ itemId, ...values }) {
      if (itemId && itemId !== id) throw notFound()
      const siteItem = ofSite(sources)
      // A form sends both. What is still the site's goes on following it.
      const ownOrNone = (name: 'sysName' | 'logo'): string => (values[name] === siteItem[name] ? '' : values[name])
      const fields = { sysName: ownOrNone('sysName'), logo: ownOrNone('logo') }
      await sources.store.item.change(id, (current) => ({ id, createdAt: now(), ...current, ...fields }))
      return currentItem(sources)
    },
  } satisfies Partial<Handlers>
}
