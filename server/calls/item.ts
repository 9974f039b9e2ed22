import type { Item } from '../../contract/entities.ts'
import { notFound } from '../failure.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from '../call.ts'

/** There is only one. Until somebody renames it, it has the name of the login page. */
const id = 'item'
const sysName = '官网后台管理系统'

export const currentItem = ({ item }: Store): Item => {
  const record = item.get(id)
  return { itemId: id, sysName: record?.sysName ?? sysName, logo: record?.logo ?? '' }
}

export function itemCalls(store: Store, now: () => string): Pick<Handlers, 'itemUpdate'> {
  return {
    async itemUpdate({ sysName, logo, itemId }) {
      if (itemId && itemId !== id) throw notFound()
      await store.item.upsert(id, (current) => ({ id, createdAt: now(), ...current, sysName, logo }))
      return currentItem(store)
    },
  }
}
