import { type LocationId, locationIds, type NewsRow, type ProductRow } from '../../contract/entities.ts'
import { NoSuchPage } from './noSuchPage.ts'
import type { MakeCall } from './route.ts'

/** Of a long list a page carries one sheet, so that it stays light; the next sheet is a page of its own, with an address. */
export interface Sheet {
  /** From 1. */
  number: number
  of: number
}

export interface ProductGroup {
  products: ProductRow[]
  /** In the whole group. */
  count: number
  sheet: Sheet
}
export type CatalogueGroups = Record<LocationId, ProductGroup>

const newsPerSheet = 15
/** The newest article and the three beside it. */
const newsOnTop = 4
const productsPerSheet = 60

/** The articles of the asked sheet; those on top stand before the first. */
export async function loadNews(call: MakeCall, query: URLSearchParams): Promise<{ top: NewsRow[]; rest: NewsRow[]; sheet: Sheet }> {
  const number = numberAsked(query)
  const at = async (page: number) => call('newsList', { page, limit: newsPerSheet })
  // As those on top are not of the list, a sheet reaches over into the next page of the call.
  const [own, next] = await Promise.all([at(number), at(number + 1)])
  const rows = [...own.data, ...next.data]
  const sheet = sheetOf(number, Math.max(0, own.count - newsOnTop), newsPerSheet)
  return { top: number === 1 ? rows.slice(0, newsOnTop) : [], rest: rows.slice(newsOnTop, newsOnTop + newsPerSheet), sheet }
}

/** As the catalogue shows them: the robots come with the oldest first, since that order tells how the family grew. */
export const inOrder = (id: LocationId, products: ProductRow[]): ProductRow[] => (id === 'cpxt' ? [...products].reverse() : products)

/** Each group's first sheet, or of one group the sheet that was asked for. */
export async function loadCatalogue(call: MakeCall, query: URLSearchParams): Promise<{ open: LocationId; groups: CatalogueGroups }> {
  const open = locationIds.find((id) => id === query.get('locationId')) ?? 'zhgd'
  const load = async (locationId: LocationId): Promise<[LocationId, ProductGroup]> => {
    const number = locationId === open ? numberAsked(query) : 1
    const { data, count } = await call('productList', { locationId, page: number, limit: productsPerSheet })
    return [locationId, { products: inOrder(locationId, data), count, sheet: sheetOf(number, count, productsPerSheet) }]
  }
  return { open, groups: Object.fromEntries(await Promise.all(locationIds.map(load))) as CatalogueGroups }
}

function numberAsked(query: URLSearchParams): number {
  const asked = query.get('page') || '1'
  if (!/^[1-9]\d{0,5}$/.test(asked)) throw new NoSuchPage()
  return Number(asked)
}

function sheetOf(number: number, count: number, size: number): Sheet {
  const of = Math.max(1, Math.ceil(count / size))
  if (number > of) throw new NoSuchPage()
  return { number, of }
}
