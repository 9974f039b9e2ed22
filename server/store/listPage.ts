import type { ListPage } from '../../contract/kinds/entities.ts'
import { type KindName, recordKind } from '../../contract/kinds/kinds.ts'
import { chinaDay } from '../system/chinaTime.ts'
import type { Collection } from './collection.ts'
import type { Query } from './recordIndex.ts'
import type { Stored } from './kind.ts'
import { type AnyRecord, type DraftRecord, recordOfDraft } from './records.ts'
import type { States } from './states.ts'

/** The order and the dates that staff can choose. */
interface Order {
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
  /** Days in China; '' is none. */
  from?: string | undefined
  to?: string | undefined
}

/** `extra` records are shown among the others. */
export function listPage<R extends Stored>(
  collection: Collection<R>,
  query: Query<R>,
  { sort, order, from, to }: Order,
  extra?: readonly R[],
): ListPage<R> | Promise<ListPage<R>> {
  const within: Query<R> = {
    ...query,
    ...(from && { since: chinaDay(from).start }),
    ...(to && { before: chinaDay(to).end }),
  }
  if (sort === undefined) return collection.page(within, extra)
  return collection.sortedPage(within, { by: sort, descending: order === 'desc' }, extra)
}

/**
 * What the contract's rules have parsed of a list's search: the texts by the names of the kind's fields, and of what it is filtered by all ids
 * that fit, with commas between them.
 */
export type ListInput = Order & { page: number; limit: number } & Readonly<Record<string, string | undefined>>

/** A page of records; with `show` also of drafts. */
export async function listedRecords(
  name: KindName,
  { live: collection, draft: drafts }: States,
  input: ListInput,
): Promise<ListPage<AnyRecord>> {
  const { title, filter } = recordKind(name)
  const value = filter === undefined ? undefined : input[filter]
  const values = new Set(value?.split(','))
  const queryOf = <R>(fieldsIn: (record: R) => object): Query<R> => {
    const query: Query<R> = { page: input.page, limit: input.limit, word: input[title] }
    if (filter !== undefined && value) {
      query.filter = { key: value, matches: (record) => values.has(String(Reflect.get(fieldsIn(record), filter))) }
    }
    return query
  }
  const query = queryOf((record: AnyRecord) => record)
  if (input.show === undefined) return listPage(collection, query, input)
  const neverPublished = (): AnyRecord[] =>
    drafts
      .all()
      .filter(({ id }) => !collection.get(id))
      .map(recordOfDraft)
  if (input.show !== 'drafts') return listPage(collection, query, input, input.show === 'all' ? neverPublished() : [])
  const { data, count } = await listPage(
    drafts,
    queryOf(({ fields }: DraftRecord) => fields),
    input,
  )
  return { data: data.map(recordOfDraft), count }
}
