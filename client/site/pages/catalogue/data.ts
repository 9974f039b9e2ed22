import type { ProductGroup as SiteGroup, Site } from '../../../../contract/kinds/entities.ts'
import { childrenOf, parentOf, shownGroups } from '../../../../contract/kinds/groups.ts'
import { pick } from '../../facts.ts'
import { describe, pageBanner, pageHead, titled } from '../../head.ts'
import { type Chunk, chunkOf, requestedChunk } from '../../pagination.ts'
import { type CardProduct, cardProduct, productLists } from '../../products.ts'
import { type Banner, type Head, NoSuchPage, type PageRequest } from '../../route.ts'

export interface ProductGroup {
  /** Of the group whose products are listed: the tab's, or one below it. */
  id: string
  /** Of the group of the first level, which is the tab. */
  name: string
  tab: string
  /** How many products it has, with those of the groups below it. */
  count: number
  /** The groups below it that have products. */
  parts: { id: string; name: string; count: number }[]
  title: string
  intro: string
  /** None where there are too many for a page with all groups: then the address of the group has them. */
  products: CardProduct[]
  chunk: Chunk
}

export interface CatalogueFacts {
  /** The group that was asked for, or else the first; '' where there are none. */
  open: string
  /** The address names the open group. */
  named: boolean
  /** Those of the first level that have products. */
  groups: ProductGroup[]
}

const productsPerChunk = 60
/** More are not looked through one by one. */
const mostWithoutSearch = 24

export const isLong = (groups: readonly ProductGroup[]): boolean =>
  groups.reduce((sum, { count }) => sum + count, 0) > mostWithoutSearch

/** How many products the groups have together that are not open. */
const mostProducts = 8 * productsPerChunk

/** Loads the first chunk of each group, as far as all of them are not too many, but of the open group the chunk in the address. */
export async function load({ call, site, query }: PageRequest): Promise<CatalogueFacts> {
  const shown = shownGroups(site.groups)
  const tabs = shown.filter((group) => !parentOf(shown, group))
  const asked = query.get('locationId')
  // Programs know the three groups, so their addresses stay even where a group is not shown.
  if (asked && site.groups.every(({ id }) => id !== asked)) throw new NoSuchPage()
  const number = requestedChunk(query)
  const limit = Math.max(1, Math.min(productsPerChunk, Math.floor(mostProducts / tabs.length)))
  const reply = await call('productGroups', { limit, counts: true })
  const lists = productLists(reply)
  const countOf = ({ id }: SiteGroup): number => reply.counts?.[id] ?? lists.get(id)?.length ?? 0
  const isFilled = (group: SiteGroup): boolean => countOf(group) > 0
  const named = shown.find((group) => group.id === asked && isFilled(group))
  // Without a group in the address, its page is that of the first one.
  const open = named ?? tabs.find(isFilled)
  if (number > 1 && (asked ? !named : !open)) throw new NoSuchPage()
  if (!open) return { open: '', named: false, groups: [] }
  const chunkFor = async (tab: SiteGroup): Promise<ProductGroup> => {
    const isOpen = tab === (parentOf(shown, open) ?? open)
    const group = isOpen ? open : tab
    const count = countOf(group)
    const chunkNumber = isOpen ? number : 1
    const first = group === tab && chunkNumber === 1 ? (lists.get(tab.id) ?? []) : []
    const isWhole = first.length === Math.min(count, productsPerChunk)
    const input = { locationId: group.id, page: chunkNumber, limit: productsPerChunk }
    const rest = isWhole || !isOpen ? [] : (await call('productList', input)).data
    const products = (isWhole ? first : rest).map((row) => {
      const card = cardProduct(row)
      // Within its group the name of that is not repeated.
      return row.coverName && row.locationId === group.id ? { ...card, productType: '' } : card
    })
    return {
      ...pick(group, 'id', 'intro'),
      ...{ name: tab.name, tab: tab.id, title: group.name, count: countOf(tab) },
      parts: childrenOf(shown, tab.id)
        .filter(isFilled)
        .map((part) => ({ ...pick(part, 'id', 'name'), count: countOf(part) })),
      products,
      chunk: chunkOf(chunkNumber, products.length === 0 ? 1 : count, productsPerChunk),
    }
  }
  return { open: open.id, named: named !== undefined, groups: await Promise.all(tabs.filter(isFilled).map(chunkFor)) }
}

export const hrefOfChunk =
  (path: string, group: string) =>
  (number: number): string =>
    `${path}?locationId=${group}${number === 1 ? '' : `&page=${number}`}#catalogue`

/** The address without a group is the page of all, though it opens the first. */
export function head({ open, named, groups }: CatalogueFacts, site: Site): Head {
  const group = groups.find(({ id }) => id === open)
  const { number } = group?.chunk ?? { number: 1 }
  if (!group || !(named || number > 1)) {
    return { ...pageHead('product', site), canonical: '/product' }
  }
  const name = group.title === group.name ? group.name : `${group.title} - ${group.name}`
  return {
    title: titled(number > 1 ? `${name}（第${number}页）` : name, site),
    description: group.intro || describe('product', site),
    canonical: `/product?locationId=${open}${number > 1 ? `&page=${number}` : ''}`,
  }
}

export const banner = (_facts: CatalogueFacts, site: Site): Banner => pageBanner('product', site)
