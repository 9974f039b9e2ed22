import { locations } from '../../../contract/locations.ts'
import { type ParsedOf } from '../../../contract/calls.ts'
import { kinds } from '../../../contract/kinds.ts'
import { api } from '../api.ts'
import { type RecordKind, loadedOf } from '../forms/record.ts'

/** In the order of the form, which is also that of the differences. */
const empty = { locationId: '', coverName: '', coverDescribe: '', jumpUrl: '', coverUrl: '', productCon: '' }
export type ProductValues = typeof empty

/** The rules have been asked, so what the select holds is a location. */
const sent = <P extends Partial<ProductValues>>(values: P) => values as P & Partial<Pick<ParsedOf<'productSave'>, 'locationId'>>

export const locationChoices = Object.entries(locations)
const locationWords = (id: string): string => locationChoices.find(([own]) => own === id)?.[1] ?? id

export const productKind: RecordKind<ProductValues> = {
  name: 'product',
  path: '/AdminProduct',
  page: 'product',
  width: '72%',
  titles: { add: '新增产品', edit: '编辑产品', view: '查看产品' },
  empty,
  rules: kinds.product.fields,
  looks: {
    locationId: { label: '产品位置', words: locationWords },
    coverName: { label: '产品名称' },
    coverDescribe: { label: '产品描述' },
    jumpUrl: { label: '跳转路径' },
    coverUrl: { label: '封面图', kind: 'picture' },
    productCon: { label: '产品内容', kind: 'rich' },
  },
  load: async (productId, signal) => loadedOf<ProductValues>(empty, await api('productDetail', { productId }, signal)),
  add: async (values, requestId) => (await api('productSave', { ...sent(values), requestId })).productId,
  update: (productId, changes, basedOn) => api('productUpdate', { ...sent(changes), productId, ...(basedOn !== undefined && { basedOn }) }),
}
