import type { ListPage } from '../../contract/entities.ts'
import { chinaDay } from '../system/chinaTime.ts'
import type { Collection } from './collection.ts'
import type { Query } from './recordIndex.ts'
import type { Stored } from './kind.ts'

/** The order and the dates that staff can choose. */
export interface Order {
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
  /** Days in China; '' is none. */
  from?: string | undefined
  to?: string | undefined
}

/** `extra` records are shown among the others. */
export function listPage<R extends Stored, Row>(
  collection: Collection<R, Row>,
  query: Query<R>,
  { sort, order, from, to }: Order,
  extra?: readonly R[],
): ListPage<Row> | Promise<ListPage<Row>> {
  const within: Query<R> = {
    ...query,
    ...(from && { since: chinaDay(from).start }),
    ...(to && { before: chinaDay(to).end }),
  }
  if (sort === undefined) return collection.page(within, extra)
  return collection.sortedPage(within, { by: sort, descending: order === 'desc' }, extra)
}
