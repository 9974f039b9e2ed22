import { leadKindOf } from '../../contract/leads/leads.ts'
import type { TitleHit } from '../../contract/kinds/entities.ts'
import { kindNames, kinds, ofEach } from '../../contract/kinds/kinds.ts'
import { seen } from '../../contract/calls/seen.ts'
import { rankOf, termsOf, type TitleKey, titleKey } from '../../contract/text/titleMatch.ts'
import { type Handlers, seenBy } from '../call.ts'
import { pinyinOf, typedPinyin } from '../records/pinyin.ts'
import { ranked } from '../records/ranked.ts'
import { searchedWord } from '../leads/leadCalls.ts'
import { type Stored, textOf } from '../store/kind.ts'
import { perRecord } from '../store/perRecord.ts'
import type { LeadRecord } from '../store/leadRecords.ts'
import { type MediaRecord, modelNames, nameAndModel, recordOfDraft } from '../store/records.ts'
import type { Store } from '../store/store.ts'

interface Titled {
  hit(): TitleHit
  key: TitleKey
  pinyin(): string
  createdAt: string
  /** A telephone is found, but not shown; so is a model. */
  phone?: string
  models?: TitleKey
}

/** Of a record only what is slow to find is kept. */
function titled<R extends Stored & { phone?: string }>(
  type: TitleHit['type'],
  titleOf: (record: R) => string,
  more?: (record: R) => Partial<TitleHit>,
  modelsOf: (record: R) => unknown = () => undefined,
): (record: R) => Titled {
  const keyOf = perRecord((record: R) => titleKey(titleOf(record)))
  const modelsKeyOf = perRecord((record: R) => titleKey(modelNames(modelsOf(record)).join(' ')))
  return (record) => {
    const { id, createdAt, phone } = record
    const key = keyOf(record)
    const models = modelsKeyOf(record)
    return {
      hit: () => ({ type, id, title: titleOf(record), ...more?.(record) }),
      key,
      pinyin: () => pinyinOf(key.text),
      createdAt,
      ...(phone && { phone }),
      ...(models.text !== '' && { models }),
    }
  }
}

const recordOf = perRecord(recordOfDraft)
const ofKind = ofEach(kindNames, (kind) =>
  titled<Stored & { models?: unknown }>(
    kind,
    (record) => textOf(record, kinds[kind].title),
    (record) => ({ title: nameAndModel(kind, record) }),
    ({ models }) => models,
  ),
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

export function titleCalls(store: Store) {
  const search = async (word: string, all: Iterable<Titled>, limit: number): Promise<TitleHit[]> => {
    const terms = termsOf(word)
    const digits = searchedWord(word)
    const isPhone = /^\d{4,}$/.test(digits)
    const typed = terms.every((term) => /^[a-z\d]{2,}$/.test(term)) ? terms.map(typedPinyin) : undefined
    const rank = ({ key, pinyin, phone, models }: Titled) => {
      if (isPhone && phone?.includes(digits)) return rankOf(key, terms) ?? 1
      return rankOf(key, terms) ?? (typed && rankOfPinyin(pinyin(), typed)) ?? (models && rankOf(models, terms) && 2)
    }
    return (await ranked(all, rank, limit)).map(({ hit }) => hit())
  }
  function* allOf(types: readonly TitleHit['type'][]): Generator<Titled> {
    for (const kind of kindNames) {
      if (!types.includes(kind)) continue
      yield* titledOf(store[kind].all(), ofKind[kind])
      // What is not public yet, such as what is scheduled; of another draft what is public is found.
      const drafts = store.drafts[kind].all().filter(({ id }) => !store[kind].get(id))
      yield* titledOf(drafts.map(recordOf), ofKind[kind])
    }
    if (types.includes('agent')) yield* titledOf(store.agent.all(), ofLead)
  }

  return {
    async titleSearch({ word, limit }, caller) {
      if (termsOf(word).length === 0) return []
      const types = seenBy(caller, seen.titleSearch)
      const hits = await search(word, allOf(types), limit)
      // A picture often has the name of what it shows, which is what is looked for.
      return types.includes('media')
        ? [...hits, ...(await search(word, titledOf(store.media.all(), ofFile), limit))].slice(0, limit)
        : hits
    },
  } satisfies Partial<Handlers>
}

function* titledOf<R>(records: readonly R[], titled: (record: R) => Titled): Generator<Titled> {
  for (const record of records.toReversed()) yield titled(record)
}
