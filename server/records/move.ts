import type { ProductGroup } from '../../contract/kinds/entities.ts'
import { idsWithin, parentOf } from '../../contract/kinds/groups.ts'
import { type KindName, recordKind } from '../../contract/kinds/kinds.ts'
import { fieldFailure, notFound } from '../failure.ts'
import { timeRank } from '../store/recordIndex.ts'
import type { AnyRecord } from '../store/records.ts'
import type { Journal } from '../store/states.ts'
import type { Store } from '../store/store.ts'

interface Move {
  id: string
  after: string
  groups: readonly ProductGroup[]
  now: number
  journal: Journal
}

/**
 * Moves a record behind another one of its group of the first level, or to the beginning: of those below it the order is the same. Only its
 * rank changes: it is the same version.
 */
export async function moveRecord(
  store: Store,
  kind: KindName,
  { id, after, groups, now, journal }: Move,
): Promise<void> {
  const { ordered, filter = '' } = recordKind(kind)
  if (!ordered) throw fieldFailure('kind', '这类内容不能调整顺序')
  const collection = store.states[kind].live
  const moved = collection.get(id)
  if (!moved) throw notFound()
  const own = groups.find((group) => group.id === moved[filter])
  const ids: readonly unknown[] = own ? idsWithin(groups, parentOf(groups, own)?.id ?? own.id) : [moved[filter]]
  const isBeside = (record: AnyRecord): boolean => record.id !== id && ids.includes(record[filter])
  const group = [...collection.newest()].filter(isBeside)
  const position = after === '' ? 0 : group.findIndex((record) => record.id === after) + 1
  if (after !== '' && position === 0) throw fieldFailure('after', '目标位置的内容已不在这一组中，请刷新后再试')
  // Pinned ones come first, whatever their ranks.
  const isPinned = (record: AnyRecord): boolean => (record.pinned ?? false) === (moved.pinned ?? false)
  const upper = group.slice(0, position).findLast(isPinned)
  const lower = group.slice(position).find(isPinned)
  const rank = rankBetween(lower ? rankOf(lower) : '', upper ? rankOf(upper) : undefined, timeRank(now, ''))
  await store.states[kind].change(id, (state) => ({ ...state, live: state.live && { ...state.live, rank } }), journal)
}

const rankOf = ({ rank, createdAt, id }: AnyRecord): string => rank ?? timeRank(Date.parse(createdAt), id)

/** The characters of ranks and ids lie strictly between these. */
const lowest = ','.charCodeAt(0)
const highest = '{'.charCodeAt(0)

/** A text that sorts between two others; at the beginning of a list one that newer records still precede, if there is any. */
export function rankBetween(lower: string, upper: string | undefined, newest: string): string {
  if (upper === undefined) return lower < newest ? newest : `${lower}${String.fromCharCode((lowest + highest) >> 1)}`
  let rank = ''
  let isBound = true
  for (let i = 0; ; i++) {
    const low = i < lower.length ? lower.charCodeAt(i) : lowest
    const high: number = isBound && i < upper.length ? upper.charCodeAt(i) : highest
    if (high - low > 1) return rank + String.fromCharCode((low + high) >> 1)
    rank += String.fromCharCode(low)
    isBound &&= high === low
  }
}
