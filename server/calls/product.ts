import type { ProductRow, Site } from '../../contract/entities.ts'
import type { LocationId } from '../../contract/locations.ts'
import { recordKinds } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from '../call.ts'

/** Gives a product's row the name that the company has given to its group; stored rows have the shipped one. */
export const groupNamer =
  (site: () => Site) =>
  <Row extends Pick<ProductRow, 'locationId' | 'productType'>>(row: Row): Row => {
    const productType = row.locationId === '' ? '' : site().productGroups[row.locationId].name
    return productType === row.productType ? row : { ...row, productType }
  }

type ReadCalls = Pick<Handlers, 'productList' | 'productDetail'>

/** Products by location, as the home pages show them, and the other calls of `records` with the names of the groups. */
export function productCalls({ product }: Store, site: () => Site, records: ReadCalls): ReadCalls & Pick<Handlers, 'productGroups'> {
  const named = groupNamer(site)
  /** In the order of the ids, without those that do not exist. */
  const pageOf = (ids: readonly string[], { page, limit }: { page: number; limit: number }) => {
    const found = [...new Set(ids)].flatMap((id) => product.get(id) ?? [])
    return {
      data: found.slice((page - 1) * limit, page * limit).map((record) => named(recordKinds.product.row(record))), count: found.length,
    }
  }
  return {
    async productList(input, caller) {
      if (input.productIds) return pageOf(input.productIds, input)
      const { data, count } = await records.productList(input, caller)
      return { data: data.map(named), count }
    },
    productDetail: async (input, caller) => named(await records.productDetail(input, caller)),
    productGroups({ limit = product.size }) {
      const group = (location: LocationId) =>
        product.page({ page: 1, limit, filter: { key: location, matches: ({ locationId }) => locationId === location } }).data.map(named)
      return { zhgdList: group('zhgd'), cpxtList: group('cpxt'), jzbhList: group('jzbh') }
    },
  }
}
