import { pagedKinds, recordKind } from './kinds.ts'

/**
 * What the pages that serve several kinds know of each. In an address a star stands for the record. The scripts of browsers have it as data:
 * `kinds.ts` is long.
 */
export const listedKinds = pagedKinds.flatMap((name) => {
  const { noun, id, unique: key = id, title, cover = '', body = '', page } = recordKind(name)
  if (!page?.list) return []
  const { list, route, text = '', feed: isDated = false, hasBanner = false } = page
  const address = page.address('*', { createDate: '', [key]: '*' })
  return [{ name, noun, list, route, address, key, title, cover, text, body, isDated, hasBanner }]
})
export type ListedKind = (typeof listedKinds)[number]
