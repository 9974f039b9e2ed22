import type { ProductRow } from '../../contract/entities.ts'
import type { PhoneProductFacts } from './mobile/PhoneProduct.tsx'

/** Long texts would make long addresses; the record brings the rest. */
const most = { title: 60, desc: 300 }

/** The address of a product on a phone says what its card shows, so that the page can be drawn before the record is loaded. */
export const productLink = ({ productId, coverName, coverDescribe, coverUrl }: ProductRow): string =>
  `/cpDeatail?${new URLSearchParams({ productId, desc: coverDescribe.slice(0, most.desc), title: coverName.slice(0, most.title), imgUrl: coverUrl })}`

/** What the address says of the product. Anyone may have written it. */
export function productIn(query: URLSearchParams): PhoneProductFacts {
  const text = (name: keyof typeof most): string => (query.get(name) ?? '').trim().slice(0, most[name])
  return { title: text('title'), desc: text('desc'), image: localImage(query.get('imgUrl')), body: '', type: '', productId: '', afterSales: [] }
}

/** A picture of this site only. */
const localImage = (value: string | null): string => (value && /^\/(?:media|uploads)\/[\w./-]+$/.test(value) && !value.includes('..') ? value : '')
