import type { ProductGroup, ProductRow, Site } from '../../contract/entities.ts'
import { hiddenGroups, idsWithin, isFixedGroup, parentOf, shownGroups } from '../../contract/groups.ts'
import { fieldFailure, notFound } from '../failure.ts'
import { recordKinds } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { type Caller, type Handlers, may } from '../call.ts'

type Located = Pick<ProductRow, 'locationId'>

/** Gives a product's row the name that the company has given to its group; stored rows have the shipped one. */
export const groupNamer =
  (site: () => Site) =>
  <Row extends Pick<ProductRow, 'locationId' | 'productType'>>(row: Row): Row => {
    const productType = site().groups.find(({ id }) => id === row.locationId)?.name ?? ''
    return productType === row.productType ? row : { ...row, productType }
  }

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
  const named = groupNamer(site)
  /** Visitors see nothing of a group that is off; a product without a group has a page, but no list shows it. */
  const hiddenFrom = (caller: Caller): ReadonlySet<string> =>
    may(caller, 'record:edit') ? new Set() : hiddenGroups(site().groups)
  /** In the order of the ids, without those that do not exist. */
  const pageOf = (
    ids: readonly string[],
    { page, limit }: { page: number; limit: number },
    off: ReadonlySet<string>,
  ) => {
    const products = [...new Set(ids)]
      .flatMap((id) => product.get(id) ?? [])
      .filter(({ locationId }) => !off.has(locationId))
    return {
      data: products.slice((page - 1) * limit, page * limit).map((record) => named(recordKinds.product.row(record))),
      count: products.length,
    }
  }
  const countsOf = (groups: readonly ProductGroup[]): Record<string, number> => {
    const own = new Map<string, number>()
    for (const { locationId } of product.all()) own.set(locationId, (own.get(locationId) ?? 0) + 1)
    const countIn = (ids: readonly string[]): number => ids.reduce((sum, id) => sum + (own.get(id) ?? 0), 0)
    return Object.fromEntries(groups.map(({ id }) => [id, countIn(idsWithin(groups, id))]))
  }
  return {
    async productList(input, caller) {
      const off = hiddenFrom(caller)
      if (input.productIds) return pageOf(input.productIds, input, off)
      refuseUnknownGroup(site(), input.locationId)
      if (off.size > 0 && !input.locationId) {
        const isShown = ({ locationId }: Located): boolean => !off.has(locationId)
        const { data, count } = product.page({
          page: input.page,
          limit: input.limit,
          word: input.coverName,
          filter: { key: `without ${[...off].join()}`, matches: isShown },
        })
        return { data: data.map(named), count }
      }
      const ids = input.locationId && idsWithin(site().groups, input.locationId).filter((id) => !off.has(id))
      if (ids && ids.length === 0) return { data: [], count: 0 }
      const { data, count } = await records.productList({ ...input, locationId: String(ids) }, caller)
      return { data: data.map(named), count }
    },
    async productDetail(input, caller) {
      const detail = await records.productDetail(input, caller)
      if (hiddenFrom(caller).has(detail.locationId)) throw notFound()
      return named(detail)
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
        return product.page({ page: 1, limit, filter }).data.map(named)
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
