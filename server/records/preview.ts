import { contentOptionsOf, type KindName, recordKind } from '../../contract/kinds/kinds.ts'
import { addressOfPage } from '../../contract/site/sitePages.ts'
import { publicFields } from '../../contract/text/unpasted.ts'
import type { RichText } from '../media/richText.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { Stored } from '../store/kind.ts'
import type { ProductRecord, RecordOf } from '../store/records.ts'
import { detailOf, rowOf } from '../store/shown.ts'
import type { Store } from '../store/store.ts'
import type { DrawPreview, HandlerInput, Handlers, PreviewedPage } from '../call.ts'
import { relatedTo } from './related.ts'

export interface PreviewCallsParts {
  store: Store
  site: () => CurrentSite
  richText: RichText
  drawPreview: DrawPreview
  now: () => number
}

/** The id of a record that is not stored yet: the pages load a record by an id. */
const unsavedId = 'new'

/** Renders the page of a record as if it were saved now. Stores nothing. */
export function previewCalls({ store, site, richText, drawPreview, now }: PreviewCallsParts) {
  const unsaved = async ({ kind, recordId = '', ...sent }: HandlerInput<'pagePreview'>): Promise<Stored> => {
    const { body, fields } = recordKind(kind)
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
        await pageOf({ store, site }, input.kind, await unsaved(input), input.device === 'phone'),
      ),
    }),
  } satisfies Partial<Handlers>
}

/** The page that shows a record as it is given: its own, or the one with the carousel. */
export async function pageOf(
  { store, site }: Pick<PreviewCallsParts, 'store' | 'site'>,
  kind: KindName,
  given: Stored,
  phone: boolean,
): Promise<PreviewedPage> {
  const { body, id: idName, page } = recordKind(kind)
  const record = publicFields(body, given) as RecordOf<KindName>
  const { id } = record
  const current = site()
  if (!page) {
    const others = [...store.carousel.newest()].filter((photo) => photo.id !== id)
    const carouselAll = [record, ...others].map((photo) => rowOf('carousel', photo, current))
    return { path: addressOfPage('product'), search: '', site: current, given: { carouselAll } }
  }
  const place = page.route.endsWith('*')
    ? { path: page.route.replace('*', unsavedId), search: '' }
    : { path: (phone && page.phoneRoute) || page.route, search: `?${idName}=${encodeURIComponent(id)}` }
  const [newest] = store[kind].newest()
  const beside = store[kind].get(id) ? store[kind].beside(id) : { newer: undefined, older: newest }
  const detail = { [`${kind}Detail`]: detailOf(kind, record, beside, current) }
  if (kind === 'product') {
    const productRelated = await relatedTo(record as ProductRecord, { store, site })
    return { ...place, site: current, given: { ...detail, productRelated } }
  }
  // It may be the first one of its page.
  const emptyPages = current.emptyPages.filter((name) => name !== page.list)
  return { ...place, site: { ...current, emptyPages }, given: detail }
}
