import type { Site } from '../../contract/entities.ts'
import { kinds } from '../../contract/kinds.ts'
import type { RichText } from '../richtext/richText.ts'
import { chinaTime } from '../store/chinaTime.ts'
import type { RecordOf } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { DrawPreview, HandlerInput, Handlers } from '../call.ts'
import { groupNamer } from './product.ts'
import { detailOf } from './records.ts'

interface Services {
  store: Store
  site: () => Site
  richText: RichText
  drawPreview: DrawPreview
  now: () => number
}

type PreviewInput = HandlerInput<'pagePreview'>

/** The id of a record that is not stored yet: the pages load a record by an id. */
const unsavedId = 'new'

/** Renders the page of a record as if it were saved now. Stores nothing. */
export function previewCalls({ store, site, richText, drawPreview, now }: Services): Pick<Handlers, 'pagePreview'> {
  const draftOf = async <N extends PreviewInput['kind']>(name: N, input: PreviewInput): Promise<RecordOf<N>> => {
    const { recordId: id = unsavedId } = input
    const { body } = kinds[name]
    const createdAt = store[name].get(id)?.createdAt ?? chinaTime(now())
    const values = Object.fromEntries(Object.keys(kinds[name].fields).map((field) => [field, input[field as keyof PreviewInput]]))
    return { ...values, id, createdAt, [body]: await richText.clean(input[body], body) } as unknown as RecordOf<N>
  }

  const neighboursOf = (id: string | undefined) => {
    if (id !== undefined && store.news.get(id)) return store.news.beside(id)
    const [newest] = store.news.newest()
    return { newer: undefined, older: newest }
  }

  return {
    async pagePreview(input) {
      // Anything can be sent as an id, also what an address cannot hold.
      const id = store[input.kind].get(input.recordId ?? '') ? encodeURIComponent(input.recordId ?? '') : unsavedId
      if (input.kind === 'news') {
        const newsDetail = detailOf('news', await draftOf('news', input), neighboursOf(input.recordId))
        return { html: await drawPreview('/xwdtDet', `?newId=${id}`, { newsDetail }) }
      }
      const productDetail = groupNamer(site)(detailOf('product', await draftOf('product', input), { newer: undefined, older: undefined }))
      return { html: await drawPreview(input.device === 'phone' ? '/cpDeatail' : '/productDet', `?productId=${id}`, { productDetail }) }
    },
  }
}
