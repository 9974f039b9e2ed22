import type { News, Product } from '../../contract/entities.ts'
import type { RichText } from '../richtext/richText.ts'
import { chinaTime } from '../store/chinaTime.ts'
import { newsKind, productKind } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { DrawPreview, HandlerInput, Handlers } from './caller.ts'
import { named } from './news.ts'

interface Services {
  store: Store
  richText: RichText
  drawPreview: DrawPreview
  now: () => number
}

type PreviewInput = HandlerInput<'pagePreview'>

/** The id of a record that is not stored yet: the pages load a record by an id. */
const newId = 'new'

/** Renders the page of a record as if it were saved now. Stores nothing. */
export function previewCalls({ store, richText, drawPreview, now }: Services): Pick<Handlers, 'pagePreview'> {
  const firstSaved = (record: { createdAt: string } | undefined): string => record?.createdAt ?? chinaTime(now())

  const product = async ({ recordId: id = newId, coverName, coverDescribe, jumpUrl, coverUrl, locationId, productCon }: PreviewInput): Promise<Product> => {
    const createdAt = firstSaved(store.product.get(id))
    const body = await richText.clean(productCon, 'productCon')
    const record = { id, createdAt, coverName, coverDescribe, jumpUrl, coverUrl, locationId, productCon: body }
    return { ...productKind.row(record), productCon: body, version: createdAt }
  }
  const article = async ({ recordId: id = newId, newTitle, newIntro, newCover, newInfo }: PreviewInput): Promise<News> => {
    const stored = store.news.get(id)
    const createdAt = firstSaved(stored)
    const body = await richText.clean(newInfo, 'newInfo')
    const record = { id, createdAt, newTitle, newIntro, newCover, newInfo: body }
    const [newest] = store.news.newest()
    const { newer, older } = stored ? store.news.beside(id) : { newer: undefined, older: newest }
    return {
      ...newsKind.row(record),
      newInfo: body,
      version: createdAt,
      newer: named(newer),
      older: named(older),
    }
  }

  return {
    async pagePreview(input) {
      const id = encodeURIComponent(input.recordId ?? newId)
      if (input.kind === 'news') return { html: await drawPreview('/xwdtDet', `?newId=${id}`, { newsDetail: await article(input) }) }
      const path = input.device === 'phone' ? '/cpDeatail' : '/productDet'
      return { html: await drawPreview(path, `?productId=${id}`, { productDetail: await product(input) }) }
    },
  }
}
