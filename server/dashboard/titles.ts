import { setImmediate as nextTurn } from 'node:timers/promises'
import { rankOf, termsOf, type TitleKey, titleKey } from '../../contract/titleMatch.ts'
import type { TitleHit } from '../../contract/entities.ts'
import { kindNames, kinds } from '../../contract/kinds.ts'
import { type Stored, textOf } from '../store/kind.ts'
import type { MediaRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { type Handlers, may } from '../call.ts'
import { searchedWord } from '../leads/agentCalls.ts'

/** Titles searched before other requests get a turn. */
const batchSize = 1_000

/** Records are frozen and replaced by a change, so a cached key never goes stale. */
const keys = new WeakMap<object, TitleKey>()

function keyOf(record: object, title: string): TitleKey {
  let key = keys.get(record)
  if (!key) keys.set(record, (key = titleKey(title)))
  return key
}

/** How records are searched, the oldest first. */
interface Titled<R extends object> {
  type: TitleHit['type']
  idOf(record: R): string
  titleOf(record: R): string
  /** Whether another text of it is what is looked for. */
  matches?(record: R): boolean
}
/** The same, by their indexes. */
interface Source {
  type: TitleHit['type']
  size: number
  record(index: number): object & Partial<Stored>
  id(index: number): string
  title(index: number): string
  matches(index: number): boolean
}
interface Found {
  hit: TitleHit
  createdAt: string
}

function sourceOf<R extends object & Partial<Stored>>(records: readonly R[], { type, idOf, titleOf, matches }: Titled<R>): Source {
  const at = (index: number): R => records[index] as R
  return {
    type, size: records.length, record: at, id: (index) => idOf(at(index)), title: (index) => titleOf(at(index)),
    matches: (index) => matches?.(at(index)) ?? false,
  }
}

export function titleCalls(store: Store): Pick<Handlers, 'titleSearch'> {
  const idOf = ({ id }: Stored): string => id
  const records = (): Source[] =>
    kindNames.map((type) => sourceOf<Stored>(store[type].all(), { type, idOf, titleOf: (record) => textOf(record, kinds[type].title) }))
  /** Their telephones are found, but not shown. */
  const agents = (word: string): Source => {
    const phone = searchedWord(word)
    return sourceOf(store.agent.all(), {
      type: 'agent', idOf,
      titleOf: ({ agentName, agentInfo }) => [agentInfo, agentName].filter(Boolean).join(' · '),
      ...(/^\d{4,}$/.test(phone) && { matches: (record) => record.phone.includes(phone) }),
    })
  }
  const files = (): Source => sourceOf<MediaRecord>(store.media.all(), { type: 'media', idOf, titleOf: ({ name }) => name })

  return {
    async titleSearch({ word, limit }, caller) {
      const terms = termsOf(word)
      if (terms.length === 0) return []
      const edits = may(caller, 'record:edit')
      const sources = [...(edits ? records() : []), ...(may(caller, 'agent:update') ? [agents(word)] : [])]
      const content = await search(sources, terms, limit)
      // A picture often has the name of what it shows, which is what is looked for.
      return edits ? [...content, ...(await search([files()], terms, limit))].slice(0, limit) : content
    },
  }
}

/** The best first, and of those the newest. */
async function search(sources: readonly Source[], terms: readonly string[], limit: number): Promise<TitleHit[]> {
  /** By rank; of each type at most `limit`. */
  const found: Found[][] = [[], [], [], []]
  for (const source of sources) {
    const counts = [0, 0, 0, 0]
    for (let index = source.size - 1; index >= 0; index--) {
      if (index % batchSize === batchSize - 1) await nextTurn()
      const [record, title] = [source.record(index), source.title(index)]
      const rank = rankOf(keyOf(record, title), terms) ?? (source.matches(index) ? 1 : undefined)
      if (rank === undefined || counts[rank] === limit) continue
      counts[rank] = (counts[rank] ?? 0) + 1
      found[rank]?.push({ hit: { type: source.type, id: source.id(index), title }, createdAt: record.createdAt ?? '' })
      // An older record cannot rank higher.
      if (counts[0] === limit) break
    }
  }
  const newestFirst = found.flatMap((rank) => rank.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)))
  return newestFirst.slice(0, limit).map(({ hit }) => hit)
}
