import type { ProductRelated, ProductRow } from '../../contract/entities.ts'
import { normalize } from '../../contract/titleMatch.ts'
import type { Handlers } from '../call.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { KeyedQueue } from '../store/keyedQueue.ts'
import { type ProductRecord, recordKinds } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { timeSlices } from '../store/timeSlices.ts'
import { groupNamer } from './product.ts'
import { wordsOfCase, wordsOfProduct } from './siteSearch.ts'

const most = 4
/** A shorter name is part of too many words. */
const minNameLength = 3

const none: ProductRelated = { products: [], cases: [], previous: null, next: null }

/** What is shown around a product. It follows from the records, so it is found once for each state of the store. */
export function relatedCalls(store: Store, site: () => CurrentSite): Pick<Handlers, 'productRelated'> {
  const named = groupNamer(site)
  const rowOf = (record: ProductRecord): ProductRow => named(recordKinds.product.row(record))
  /** One after the other, so that everything else waits for a slice of one only. */
  const searches = new KeyedQueue()
  let cached = { revision: -1, found: new Map<string, Promise<ProductRelated>>() }

  async function find(product: ProductRecord): Promise<ProductRelated> {
    const { groups, cases, pagesOn } = site()
    const shown = new Set(groups.flatMap(({ id, on }) => (on ? [id] : [])))
    if (product.locationId && !shown.has(product.locationId)) return none
    const others = store.product.all().filter(({ id, locationId }) => id !== product.id && shown.has(locationId)).reverse()
    const names = (words: string): boolean => isNamed(product, words)
    return {
      products: (await mentioning(product, others)).slice(0, most).map(rowOf),
      cases: (pagesOn.cases ? cases : [])
        .filter((project) => project.products.includes(product.id) || names(wordsOfCase(project)))
        .slice(0, most).map(({ name, image, path }) => ({ name, image, path })),
      ...neighbours(product),
    }
  }

  function neighbours({ id, locationId: group }: ProductRecord): Pick<ProductRelated, 'previous' | 'next'> {
    const filter = { key: group, matches: ({ locationId }: Pick<ProductRow, 'locationId'>): boolean => locationId === group }
    const rows = group ? store.product.page({ page: 1, limit: store.product.size, filter }).data.map(named) : []
    const index = rows.findIndex(({ productId }) => productId === id)
    return { previous: rows[index - 1] ?? null, next: index < 0 ? null : rows[index + 1] ?? null }
  }

  return {
    productRelated({ productId }) {
      const { revision } = store
      if (cached.revision !== revision) cached = { revision, found: new Map() }
      const product = store.product.get(productId)
      if (!product) return none
      const { found } = cached
      let related = found.get(productId)
      if (!related) found.set(productId, (related = searches.run('', () => find(product))))
      return related
    },
  }
}

/** Those that the product mentions come before those that mention it; both ways is best. */
async function mentioning(product: ProductRecord, others: readonly ProductRecord[]): Promise<ProductRecord[]> {
  const byRank: ProductRecord[][] = [[], [], []]
  const slices = timeSlices()
  for (const other of others) {
    if (slices.isOver()) await slices.pause()
    const [to, from] = [mentions(product, other), mentions(other, product)]
    if (to || from) byRank[to && from ? 0 : to ? 1 : 2]?.push(other)
  }
  return byRank.flat()
}

const mentions = (from: ProductRecord, to: ProductRecord): boolean =>
  linksTo(from.productCon, to.id) || isNamed(to, wordsOfProduct(from))

/** An id may begin with another one. */
const linksTo = (html: string, id: string): boolean =>
  html.split(`productId=${id}`).slice(1).some((after) => !/^[\w-]/.test(after))

function isNamed({ coverName }: ProductRecord, words: string): boolean {
  const name = normalize(coverName)
  return [...name].length >= minNameLength && words.includes(name)
}
