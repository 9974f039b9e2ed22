import type { CardProduct } from './cardProduct.ts'
import { queryText } from './queryText.ts'

/** Long texts would make long addresses; the whole text is loaded with the record. */
const maxLengths = { title: 60, desc: 300 }

/** The address of a product on a phone contains what its card shows, so that the page can be rendered before the record is loaded. */
export const productLink = ({ productId, coverName, coverDescribe, coverUrl }: CardProduct): string =>
  `/cpDeatail?${new URLSearchParams({ productId, desc: coverDescribe.slice(0, maxLengths.desc), title: coverName.slice(0, maxLengths.title), imgUrl: coverUrl })}`

export const readProductLink = (query: URLSearchParams): { title: string; desc: string; image: string } => ({
  title: queryText(query, 'title', maxLengths.title),
  desc: queryText(query, 'desc', maxLengths.desc),
  image: localImage(query.get('imgUrl')),
})

/** Accepts pictures of this site only: anyone may have written the address. */
const localImage = (value: string | null): string =>
  (value && /^\/(?:media|uploads)\/[\w./-]+$/.test(value) && !value.includes('..') ? value : '')
