import type { ProductGroup, ProductRow, Site } from '../../contract/kinds/entities.ts'
import { hiddenGroups, idsWithin, isFixedGroup, parentOf, shownGroups } from '../../contract/kinds/groups.ts'
import { fieldFailure, notFound } from '../failure.ts'
import type { ProductRecord } from '../store/records.ts'
import { rowOf } from '../store/shown.ts'
import type { Store } from '../store/store.ts'
import { type Caller, type Handlers, may } from '../call.ts'

type Located = Pick<ProductRow, 'locationId'>

export function refuseUnknownGroup({ groups }: Pick<Site, 'groups'>, locationId: unknown, before?: unknown): void {
  if (locationId && locationId !== before && groups.every(({ id }) => id !== locationId))
    throw fieldFailure('locationId', '没有这个分类，请重新选择')
}

type RecordCalls = Pick<Handlers, 'productList' | 'productDetail' | 'productSave' | 'productUpdate'>

/** Products by group, as the home pages show them, and the other calls of `records` with what the site record says of the groups. */
export function productCalls(
  { product }: Store,
  site: () => Site,
  records: RecordCalls,
): RecordCalls & Pick<Handlers, 'productGroups'> {
  const isStaff = (caller: Caller): boolean => may(caller, 'record:edit')
  const rowsOf = (products: readonly ProductRecord[], toStaff = false): ProductRow[] =>
    products.map((record) => rowOf('product', record, site(), toStaff))
  /** Visitors see nothing of a group that is off; a product without a group has a page, but no list shows it. */
  const hiddenFrom = (caller: Caller): ReadonlySet<string> =>
    isStaff(caller) ? new Set() : hiddenGroups(site().groups)
  const countsOf = (groups: readonly ProductGroup[]): Record<string, number> => {
    const ranks = new Map<string, number>()
    for (const { locationId } of product.all()) ranks.set(locationId, (ranks.get(locationId) ?? 0) + 1)
    const countIn = (ids: readonly string[]): number => ids.reduce((sum, id) => sum + (ranks.get(id) ?? 0), 0)
    return Object.fromEntries(groups.map(({ id }) => [id, countIn(idsWithin(groups, id))]))
  }
  return {
    async productList(input, caller) {
      const off = hiddenFrom(caller)
      const { productIds, locationId, page, limit } = input
      const isShown = ({ locationId: group }: Located): boolean => !off.has(group)
      if (productIds) {
        // In the order of the ids, without those that do not exist.
        const products = [...new Set(productIds)].flatMap((id) => product.get(id) ?? []).filter(isShown)
        return {
          data: rowsOf(products.slice((page - 1) * limit, page * limit), isStaff(caller)),
          count: products.length,
        }
      }
      refuseUnknownGroup(site(), locationId)
      if (off.size > 0 && !locationId) {
        const filter = { key: `without ${[...off].join()}`, matches: isShown }
        const { data, count } = product.page({ page, limit, word: input.coverName, filter })
        return { data: rowsOf(data, isStaff(caller)), count }
      }
      const ids = locationId && idsWithin(site().groups, locationId).filter((id) => !off.has(id))
      if (ids && ids.length === 0) return { data: [], count: 0 }
      return records.productList({ ...input, locationId: String(ids) }, caller)
    },
    async productDetail(input, caller) {
      const detail = await records.productDetail(input, caller)
      if (hiddenFrom(caller).has(detail.locationId)) throw notFound()
      return detail
    },
    async productSave(input, caller) {
      refuseUnknownGroup(site(), input.locationId)
      return records.productSave(input, caller)
    },
    async productUpdate(input, caller) {
      refuseUnknownGroup(site(), input.locationId, product.get(input.productId)?.locationId)
      return records.productUpdate(input, caller)
    },
    productGroups({ limit = product.size, counts }) {
      const shown = shownGroups(site().groups)
      const listOf = (id: string): ProductRow[] => {
        if (shown.every((group) => group.id !== id)) return []
        const ids = new Set(idsWithin(shown, id))
        const filter = { key: [...ids].join(), matches: ({ locationId }: Located): boolean => ids.has(locationId) }
        return rowsOf(product.page({ page: 1, limit, filter }).data)
      }
      const more = shown
        .filter((group) => !isFixedGroup(group.id) && !parentOf(shown, group))
        .map(({ id, name }) => ({ id, name, list: listOf(id) }))
      // Programs of the first site reverse the robots to show them.
      const cpxtList = listOf('cpxt').reverse()
      return {
        ...{ zhgdList: listOf('zhgd'), cpxtList, jzbhList: listOf('jzbh') },
        ...(more.length > 0 && { more }),
        ...(counts && { counts: countsOf(shown) }),
      }
    },
  }
}
