import { contentOptionsOf, type KindName, kinds, type RecordKind } from '../../contract/kinds.ts'
import { customPage } from '../../contract/recordPages.ts'
import { publicFields } from '../../contract/unpasted.ts'
import type { RichText } from '../richtext/richText.ts'
import { chinaTime } from '../store/chinaTime.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { Stored } from '../store/kind.ts'
import { type ProductRecord, recordKinds, type RecordOf } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { DrawPreview, HandlerInput, Handlers } from '../call.ts'
import { groupNamer } from './product.ts'
import { detailOf } from './records.ts'
import { relatedTo } from './related.ts'

interface Services {
  store: Store
  site: () => CurrentSite
  richText: RichText
  drawPreview: DrawPreview
  now: () => number
}

type PreviewInput = HandlerInput<'pagePreview'>

/** The id of a record that is not stored yet: the pages load a record by an id. */
const unsavedId = 'new'

/** Renders the page of a record as if it were saved now. Stores nothing. */
export function previewCalls({ store, site, richText, drawPreview, now }: Services): Pick<Handlers, 'pagePreview'> {
  const unsaved = async (input: PreviewInput): Promise<Stored> => {
    const { kind, recordId = '' } = input
    const { body, fields } = kinds[kind]
    const saved: Stored | undefined = store[kind].get(recordId)
    const values = Object.fromEntries(Object.keys(fields).map((field) => [field, input[field as keyof PreviewInput]]))
    // Anything can be sent as an id, also what an address cannot hold.
    const { id, createdAt } = saved ?? { id: unsavedId, createdAt: chinaTime(now()) }
    // Forms of programs that do not know them leave them out.
    const options = Object.fromEntries(contentOptionsOf(kind).map((name) => [name, input[name] ?? (saved && Reflect.get(saved, name))]))
    return { ...values, ...options, id, createdAt, ...{ [body]: await richText.clean(input[body], body) } }
  }

  return {
    pagePreview: async (input) =>
      ({ html: await drawPreview(...await pageOf({ store, site }, input.kind, await unsaved(input), input.device === 'phone')) }),
  }
}

/** The page that shows a record as it is given: its own, or the one with the carousel. */
export async function pageOf(
  { store, site }: Pick<Services, 'store' | 'site'>, kind: KindName, given: Stored, phone: boolean,
): Promise<Parameters<DrawPreview>> {
  const { body }: RecordKind = kinds[kind]
  const record = publicFields(body, given)
  const { id } = record
  const address = encodeURIComponent(id)
  const none = { newer: undefined, older: undefined }
  if (kind === 'news') {
    const [newest] = store.news.newest()
    const beside = store.news.get(id) ? store.news.beside(id) : { ...none, older: newest }
    return ['/xwdtDet', `?newId=${address}`, { newsDetail: detailOf('news', record as RecordOf<'news'>, beside) }]
  }
  if (kind === 'page') return [customPage('new'), '', { pageDetail: detailOf('page', record as RecordOf<'page'>, none) }]
  if (kind === 'product') {
    const productDetail = groupNamer(site)(detailOf('product', record as RecordOf<'product'>, none))
    const productRelated = await relatedTo(record as ProductRecord, { store, site })
    return [phone ? '/cpDeatail' : '/productDet', `?productId=${address}`, { productDetail, productRelated }]
  }
  const others = store.carousel.page({ page: 1, limit: Math.max(1, store.carousel.size) }).data.filter(({ photoId }) => photoId !== id)
  return ['/product', '', { carouselAll: [recordKinds.carousel.row(record as RecordOf<'carousel'>), ...others] }]
}
