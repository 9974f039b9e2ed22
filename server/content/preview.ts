import { contentOptionsOf, type KindName, kinds, type RecordKind } from '../../contract/kinds.ts'
import { addressOfPage } from '../../contract/sitePages.ts'
import { publicFields } from '../../contract/unpasted.ts'
import type { RichText } from '../richtext/richText.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { Stored } from '../store/kind.ts'
import { type ProductRecord, recordKinds, type RecordOf } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { DrawPreview, HandlerInput, Handlers } from '../call.ts'
import { groupNamer } from './product.ts'
import { detailOf } from './recordCalls.ts'
import { relatedTo } from './related.ts'

interface PreviewCallsParts {
  store: Store
  site: () => CurrentSite
  richText: RichText
  drawPreview: DrawPreview
  now: () => number
}

/** The id of a record that is not stored yet: the pages load a record by an id. */
const unsavedId = 'new'

/** Renders the page of a record as if it were saved now. Stores nothing. */
export function previewCalls({
  store,
  site,
  richText,
  drawPreview,
  now,
}: PreviewCallsParts): Pick<Handlers, 'pagePreview'> {
  const unsaved = async ({ kind, recordId = '', ...sent }: HandlerInput<'pagePreview'>): Promise<Stored> => {
    const { body, fields }: RecordKind = kinds[kind]
    const values: Readonly<Record<string, unknown>> = sent
    const stored: Stored | undefined = store[kind].get(recordId)
    // Anything can be sent as an id, also what an address cannot hold.
    const { id, createdAt } = stored ?? { id: unsavedId, createdAt: chinaTime(now()) }
    // Forms of programs that do not know them leave them out.
    const options = contentOptionsOf(kind).map((name) => [name, values[name] ?? (stored && Reflect.get(stored, name))])
    const content = Object.fromEntries([...Object.keys(fields).map((field) => [field, values[field]]), ...options])
    if (body !== undefined) content[body] = await richText.clean(String(content[body]), body)
    return { ...content, id, createdAt }
  }

  return {
    pagePreview: async (input) => ({
      html: await drawPreview(
        ...(await pageOf({ store, site }, input.kind, await unsaved(input), input.device === 'phone')),
      ),
    }),
  }
}

/** The page that shows a record as it is given: its own, or the one with the carousel. */
export async function pageOf(
  { store, site }: Pick<PreviewCallsParts, 'store' | 'site'>,
  kind: KindName,
  given: Stored,
  phone: boolean,
): Promise<Parameters<DrawPreview>> {
  const { body, id: idName, page }: RecordKind = kinds[kind]
  const record = publicFields(body, given) as RecordOf<KindName>
  const { id } = record
  if (!page) {
    const others = store.carousel
      .page({ page: 1, limit: Math.max(1, store.carousel.size) })
      .data.filter(({ photoId }) => photoId !== id)
    return [
      addressOfPage('product'),
      '',
      { carouselAll: [recordKinds.carousel.row(record as RecordOf<'carousel'>), ...others] },
    ]
  }
  const place = page.route.endsWith('*')
    ? ([page.route.replace('*', unsavedId), ''] as const)
    : ([(phone && page.phoneRoute) || page.route, `?${idName}=${encodeURIComponent(id)}`] as const)
  if (kind === 'product') {
    const product = record as ProductRecord
    const productDetail = groupNamer(site)(detailOf(kind, product, { newer: undefined, older: undefined }))
    return [...place, { productDetail, productRelated: await relatedTo(product, { store, site }) }]
  }
  const [newest] = store[kind].newest()
  const detail = detailOf(
    kind,
    record,
    store[kind].get(id) ? store[kind].beside(id) : { newer: undefined, older: newest },
  )
  // It may be the first one of its page.
  const emptyPages = site().emptyPages.filter((each) => each !== page.list)
  return [...place, { [`${kind}Detail`]: detail, siteDetail: { ...site(), emptyPages, version: '' } }]
}
