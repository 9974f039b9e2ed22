import { leadKindOf } from '../../contract/leadKinds.ts'
import type { TitleHit } from '../../contract/entities.ts'
import { kindNames, kinds } from '../../contract/kinds.ts'
import { seen } from '../../contract/seen.ts'
import { rankOf, termsOf, type TitleKey, titleKey } from '../../contract/titleMatch.ts'
import { type Handlers, seenBy } from '../call.ts'
import { pinyinOf, typedPinyin } from '../content/pinyin.ts'
import { ranked } from '../content/ranked.ts'
import { searchedWord } from '../leads/leadCalls.ts'
import { type Stored, textOf } from '../store/kind.ts'
import { perRecord } from '../store/perRecord.ts'
import type { LeadRecord } from '../store/leadRecords.ts'
import type { MediaRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

interface Titled {
  hit(): TitleHit
  key: TitleKey
  pinyin(): string
  createdAt: string
  /** A telephone is found, but not shown. */
  phone?: string
}

/** Of a record only what is slow to find is kept. */
function titled<R extends Stored & { phone?: string }>(
  type: TitleHit['type'],
  titleOf: (record: R) => string,
  more?: (record: R) => Pick<TitleHit, 'agentKind'>,
): (record: R) => Titled {
  const keyOf = perRecord((record: R) => titleKey(titleOf(record)))
  return (record) => {
    const { id, createdAt, phone } = record
    const key = keyOf(record)
    return {
      hit: () => ({ type, id, title: titleOf(record), ...more?.(record) }),
      key,
      pinyin: () => pinyinOf(key.text),
      createdAt,
      ...(phone && { phone }),
    }
  }
}

const ofKinds = kindNames.map(
  (kind) => [kind, titled<Stored>(kind, (record) => textOf(record, kinds[kind].title))] as const,
)
const ofLead = titled<LeadRecord>(
  'agent',
  ({ agentName, agentInfo }) => [agentInfo, agentName].filter(Boolean).join(' · '),
  (record) => ({ agentKind: leadKindOf(record) }),
)
const ofFile = titled<MediaRecord>('media', ({ name }) => name)

function rankOfPinyin(pinyin: string, typed: readonly RegExp[]): 2 | 3 | undefined {
  const places = typed.map((each) => each.exec(pinyin)?.index)
  if (places.includes(undefined)) return undefined
  return places.every((at) => at === 0) ? 2 : 3
}

export function titleCalls(store: Store): Pick<Handlers, 'titleSearch'> {
  const search = async (word: string, all: Iterable<Titled>, limit: number): Promise<TitleHit[]> => {
    const terms = termsOf(word)
    const digits = searchedWord(word)
    const isPhone = /^\d{4,}$/.test(digits)
    const typed = terms.every((term) => /^[a-z\d]{2,}$/.test(term)) ? terms.map(typedPinyin) : undefined
    const rank = ({ key, pinyin, phone }: Titled) => {
      if (isPhone && phone?.includes(digits)) return rankOf(key, terms) ?? 1
      return rankOf(key, terms) ?? (typed && rankOfPinyin(pinyin(), typed))
    }
    return (await ranked(all, rank, limit)).map(({ hit }) => hit())
  }
  function* allOf(types: readonly TitleHit['type'][]): Generator<Titled> {
    for (const [kind, ofKind] of ofKinds) if (types.includes(kind)) yield* titledOf(store[kind], ofKind)
    if (types.includes('agent')) yield* titledOf(store.agent, ofLead)
  }

  return {
    async titleSearch({ word, limit }, caller) {
      if (termsOf(word).length === 0) return []
      const types = seenBy(caller, seen.titleSearch)
      const hits = await search(word, allOf(types), limit)
      // A picture often has the name of what it shows, which is what is looked for.
      return types.includes('media')
        ? [...hits, ...(await search(word, titledOf(store.media, ofFile), limit))].slice(0, limit)
        : hits
    },
  }
}

function* titledOf<R>(collection: { all(): readonly R[] }, titled: (record: R) => Titled): Generator<Titled> {
  for (const record of collection.all().toReversed()) yield titled(record)
}
