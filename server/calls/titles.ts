import { setImmediate as nextTurn } from 'node:timers/promises'
import { rankOf, termsOf, type TitleKey, titleKey } from '../../contract/titleMatch.ts'
import type { TitleHit } from '../../contract/entities.ts'
import { type KindName, kindNames, kinds } from '../../contract/kinds.ts'
import { type Stored, textOf } from '../store/kind.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from '../call.ts'

/** Titles searched before other requests get a turn. */
const batchSize = 1_000

/** Records are frozen and replaced by a change, so a cached key never goes stale. */
const keys = new WeakMap<Stored, TitleKey>()

function keyOf(record: Stored, title: string): TitleKey {
  let key = keys.get(record)
  if (!key) keys.set(record, (key = titleKey(title)))
  return key
}

export function titleCalls(store: Store): Pick<Handlers, 'titleSearch'> {
  return {
    async titleSearch({ word, limit }) {
      const terms = termsOf(word)
      if (terms.length === 0) return []
      /** By rank; of each type at most `limit`. */
      const found: { hit: TitleHit; createdAt: string }[][] = [[], [], [], []]

      const search = async (type: KindName): Promise<void> => {
        const records: readonly Stored[] = store[type].all()
        const counts = [0, 0, 0, 0]
        for (const [index, record] of [...records].reverse().entries()) {
          if (index % batchSize === batchSize - 1) await nextTurn()
          const title = textOf(record, kinds[type].title)
          const rank = rankOf(keyOf(record, title), terms)
          if (rank === undefined || counts[rank] === limit) continue
          counts[rank] = (counts[rank] ?? 0) + 1
          found[rank]?.push({ hit: { type, id: record.id, title }, createdAt: record.createdAt })
          // An older record cannot rank higher.
          if (counts[0] === limit) break
        }
      }
      for (const type of kindNames) await search(type)

      const newestFirst = found.flatMap((rank) => rank.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)))
      return newestFirst.slice(0, limit).map(({ hit }) => hit)
    },
  }
}
