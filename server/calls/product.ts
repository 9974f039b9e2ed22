import type { LocationId } from '../../contract/entities.ts'
import { notFound } from '../failure.ts'
import type { RichText } from '../richtext/richText.ts'
import { type ProductRecord, productKind } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from './caller.ts'
import { edit, versionOf } from './edits.ts'
import { listPage } from './listPage.ts'
import { createIdempotency } from './idempotency.ts'
import { signedIn } from './signedIn.ts'

type ProductCalls = 'productGroups' | 'productList' | 'productDetail' | 'productSave' | 'productUpdate' | 'productDelete'

const at = (location: LocationId) => (record: ProductRecord): boolean => record.locationId === location

export function productCalls({ product }: Store, richText: RichText, now: () => number): Pick<Handlers, ProductCalls> {
  const idempotent = createIdempotency<{ productId: string }>(now)
  return {
    productGroups({ limit = product.size }) {
      const group = (location: LocationId) => product.page({ page: 1, limit, where: at(location) }).data
      return { zhgdList: group('zhgd'), cpxtList: group('cpxt'), jzbhList: group('jzbh') }
    },

    productList: ({ page, limit, coverName, locationId, ...order }) =>
      listPage(product, { page, limit, word: coverName, ...(locationId && { where: at(locationId), key: locationId }) }, order),

    productDetail({ productId }) {
      const record = product.get(productId)
      if (!record) throw notFound()
      return { ...productKind.row(record), productCon: record.productCon, version: versionOf(record) }
    },

    productSave: ({ requestId, ...fields }, caller) =>
      idempotent(caller, requestId, async () => {
        const productCon = await richText.clean(fields.productCon, 'productCon')
        const { id } = await product.insert({ ...fields, productCon, changedBy: signedIn(caller).user.name })
        return { productId: id }
      }),

    async productUpdate({ productId, productCon, basedOn, ...fields }, caller) {
      const body = productCon === undefined ? undefined : await richText.clean(productCon, 'productCon')
      return edit(product, productId, { fields: { ...fields, productCon: body }, basedOn, by: signedIn(caller).user.name, now: now() })
    },

    async productDelete({ productId }) {
      if (!(await product.remove(productId))) throw notFound()
      return null
    },
  }
}
