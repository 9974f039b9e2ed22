import type { Item } from '../../contract/entities.ts'
import { notFound } from '../failure.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from './caller.ts'

/** There is one; until someone names it, it is called as the login page is. */
const id = 'item'
const sysName = '官网后台管理系统'

export const theItem = ({ item }: Store): Item => {
  const record = item.get(id)
  return { itemId: id, sysName: record?.sysName ?? sysName, logo: record?.logo ?? '' }
}

export function itemCalls(store: Store, now: () => string): Pick<Handlers, 'itemUpdate'> {
  return {
    async itemUpdate({ sysName, logo, itemId }) {
      if (itemId && itemId !== id) throw notFound()
      const kept = await store.item.update(id, (current) => ({ ...current, sysName, logo }))
      if (!kept) await store.item.put({ id, createdAt: now(), sysName, logo })
      return theItem(store)
    },
  }
}
