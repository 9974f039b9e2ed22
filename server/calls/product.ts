import type { LocationId } from '../../contract/entities.ts'
import { notFound } from '../failure.ts'
import { clean } from '../richtext/clean.ts'
import { type ProductRecord, productKind } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from './caller.ts'
import { changed } from './changed.ts'

type ProductCalls = 'productGroups' | 'productList' | 'productDetail' | 'productSave' | 'productUpdate' | 'productDelete'

const at = (location: LocationId) => (record: ProductRecord): boolean => record.locationId === location

export function productCalls({ product }: Store): Pick<Handlers, ProductCalls> {
  return {
    productGroups({ limit = product.size }) {
      const group = (location: LocationId) => product.page({ page: 1, limit, where: at(location) }).data
      return { zhgdList: group('zhgd'), cpxtList: group('cpxt'), jzbhList: group('jzbh') }
    },

    productList: ({ page, limit, coverName, locationId }) =>
      product.page({ page, limit, word: coverName, ...(locationId && { where: at(locationId) }) }),

    productDetail({ productId }) {
      const record = product.get(productId)
      if (!record) throw notFound()
      return { ...productKind.row(record), productCon: record.productCon }
    },

    async productSave(fields) {
      const { id } = await product.insert({ ...fields, productCon: clean(fields.productCon, 'productCon') })
      return { productId: id }
    },

    async productUpdate({ productId, productCon, ...fields }) {
      const body = productCon === undefined ? undefined : clean(productCon, 'productCon')
      if (!(await product.update(productId, changed({ ...fields, productCon: body })))) throw notFound()
      return null
    },

    async productDelete({ productId }) {
      if (!(await product.remove(productId))) throw notFound()
      return null
    },
  }
}
