import type { LocationId } from '../../contract/locations.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from './caller.ts'

/** Products by location, as the home pages show them. */
export function productCalls({ product }: Store): Pick<Handlers, 'productGroups'> {
  return {
    productGroups({ limit = product.size }) {
      const group = (location: LocationId) => product.page({ page: 1, limit, where: ({ locationId }) => locationId === location }).data
      return { zhgdList: group('zhgd'), cpxtList: group('cpxt'), jzbhList: group('jzbh') }
    },
  }
}
