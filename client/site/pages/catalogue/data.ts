import type { ProductGroup as SiteGroup, Site } from '../../../../contract/entities.ts'
import { pick } from '../../facts.ts'
import { describe, pageBanner, titled } from '../../head.ts'
import { type Chunk, chunkOf, requestedChunk } from '../../pagination.ts'
import { type CardProduct, cardProduct } from '../../products.ts'
import { type Banner, type Head, NoSuchPage, type PageRequest } from '../../route.ts'

export interface ProductGroup extends Pick<SiteGroup, 'id' | 'name' | 'intro'> {
  products: CardProduct[]
  /** How many products the group has. */
  count: number
  chunk: Chunk
}

export interface CatalogueFacts {
  /** The group that was asked for, or else the first; '' where there are none. */
  open: string
  /** The address names the open group. */
  named: boolean
  /** Those that have products. */
  groups: ProductGroup[]
}

const productsPerChunk = 60

/** Loads the first chunk of each group, but of the open group the chunk in the address. */
export async function load({ call, site, query }: PageRequest): Promise<CatalogueFacts> {
  const shownGroups = site.groups.filter(({ on }) => on)
  const asked = query.get('locationId')
  // Programs know the three groups, so their addresses stay even where a group is not shown.
  if (asked && site.groups.every(({ id }) => id !== asked)) throw new NoSuchPage()
  const number = requestedChunk(query)
  const chunkFor = async (group: SiteGroup, chunkNumber: number): Promise<ProductGroup> => {
    const { data, count } = await call('productList', {
      locationId: group.id,
      page: chunkNumber,
      limit: productsPerChunk,
    })
    const chunk = chunkOf(chunkNumber, count, productsPerChunk)
    return { ...pick(group, 'id', 'name', 'intro'), products: data.map(cardProduct), count, chunk }
  }
  const loaded = await Promise.all(shownGroups.map((group) => chunkFor(group, group.id === asked ? number : 1)))
  const groups = loaded.filter(({ count }) => count > 0)
  const open = (groups.find(({ id }) => id === asked) ?? groups[0])?.id ?? ''
  // Without a group in the address, its page is that of the first one.
  if (asked || number === 1) return { open, named: open === asked, groups }
  const first = shownGroups.find(({ id }) => id === open)
  if (!first) throw new NoSuchPage()
  return { open, named: false, groups: [await chunkFor(first, number), ...groups.slice(1)] }
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
    return {
      title: titled(site.pageNames.product, site),
      description: describe('product', site),
      canonical: '/product',
    }
  }
  return {
    title: titled(number > 1 ? `${group.name}（第${number}页）` : group.name, site),
    description: group.intro || describe('product', site),
    canonical: `/product?locationId=${open}${number > 1 ? `&page=${number}` : ''}`,
  }
}

export const banner = (_facts: CatalogueFacts, site: Site): Banner => pageBanner('product', site)
