import type { ProductRelated, ProductRow } from '../../contract/kinds/entities.ts'
import type { Handlers } from '../call.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { KeyedQueue } from '../system/keyedQueue.ts'
import type { ProductRecord } from '../store/records.ts'
import { rowOf, shown, shownIn } from '../store/shown.ts'
import type { Store } from '../store/store.ts'
import { inSlices } from '../system/timeSlices.ts'
import { wordsOf } from './searched.ts'
import { comparable } from './searchTerms.ts'

const mostRelated = 4
/** A shorter name is part of too many words. */
const minNameLength = 3

const none: ProductRelated = { products: [], cases: [], previous: null, next: null }

interface RelatedCallsParts {
  store: Store
  site: () => CurrentSite
}

/** It follows from the records, so it is found once for each state of the store. */
export function relatedCalls(sources: RelatedCallsParts) {
  const { store } = sources
  /** One after the other, so that everything else waits for a slice of one only. */
  const searches = new KeyedQueue()
  let cached = { revision: -1, byProduct: new Map<string, Promise<ProductRelated>>() }
  return {
    productRelated({ productId }) {
      const { revision } = store
      if (cached.revision !== revision) cached = { revision, byProduct: new Map() }
      const product = store.product.get(productId)
      if (!product) return none
      const { byProduct } = cached
      const known = byProduct.get(productId)
      if (known) return known
      const related = searches.run('', () => relatedTo(product, sources))
      byProduct.set(productId, related)
      return related
    },
  } satisfies Partial<Handlers>
}

/** What is shown around a product, which may not be stored yet. */
export async function relatedTo(product: ProductRecord, { store, site }: RelatedCallsParts): Promise<ProductRelated> {
  const current = site()
  const isShown = shownIn('product', current)
  const { id, locationId: group } = product
  const row = (record: ProductRecord): ProductRow => rowOf('product', record, current)
  if (!isShown(product)) return none
  const others = store.product
    .all()
    .filter((other) => other.id !== id && isShown(other))
    .reverse()
  const filter = {
    key: group,
    matches: ({ locationId }: ProductRecord): boolean => locationId === group,
  }
  const inGroup = group ? store.product.page({ page: 1, limit: store.product.size, filter }).data : []
  const rowAt = (place: number): ProductRow | null => (inGroup[place] ? row(inGroup[place]) : null)
  // A new one comes before all others.
  const index = inGroup.findIndex((other) => other.id === id)
  const mentioned = (await mentioning(product, others, current)).slice(0, mostRelated)
  const beside = [...inGroup.slice(index + 1), ...inGroup.slice(0, Math.max(index, 0)).reverse()]
  return {
    products: filledUp(mentioned, beside).map(row),
    cases: [...store.case.newest()]
      .filter(shownIn('case', current))
      .filter(
        (project) =>
          project.products?.includes(id) ||
          isNamed(product, `${comparable(project.caseName)} ${wordsOf('case', project, current)}`),
      )
      .slice(0, mostRelated)
      .map((project) => shown('case', project, current))
      .map(({ caseName: name, caseImage: image, casePath: path, figures }) => ({
        name,
        image,
        path,
        outcomes: figures ?? [],
      })),
    previous: rowAt(index - 1),
    next: rowAt(index + 1),
    sharesName: others.some(({ coverName }) => coverName === product.coverName),
  }
}

/** One product in a row for four looks lost, so those after and before it in its group take the other places. */
function filledUp(mentioned: readonly ProductRecord[], beside: readonly ProductRecord[]): ProductRecord[] {
  return [...new Set([...mentioned, ...beside])].slice(0, mostRelated)
}

/** Those that the product mentions come before those that mention it; both ways is best. */
async function mentioning(
  product: ProductRecord,
  others: readonly ProductRecord[],
  site: CurrentSite,
): Promise<ProductRecord[]> {
  const both: ProductRecord[] = []
  const mentioned: ProductRecord[] = []
  const mentioningIt: ProductRecord[] = []
  const words = wordsOf('product', product, site)
  await inSlices(others, (other) => {
    const isMentioned = mentions(product, other, words)
    const mentionsIt = mentions(other, product, wordsOf('product', other, site))
    if (isMentioned && mentionsIt) both.push(other)
    else if (isMentioned) mentioned.push(other)
    else if (mentionsIt) mentioningIt.push(other)
  })
  return [...both, ...mentioned, ...mentioningIt]
}

/** `words` are those of the first. */
const mentions = (from: ProductRecord, to: ProductRecord, words: string): boolean =>
  linksTo(from.productCon, to.id) || isNamed(to, words)

/** An id may begin with another one. */
const linksTo = (html: string, id: string): boolean =>
  html
    .split(`productId=${id}`)
    .slice(1)
    .some((after) => !/^[\w-]/.test(after))

function isNamed({ coverName }: ProductRecord, words: string): boolean {
  const name = comparable(coverName)
  return [...name].length >= minNameLength && words.includes(name)
}
