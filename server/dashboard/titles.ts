import type { TitleHit } from '../../contract/entities.ts'
import { kindNames, kinds } from '../../contract/kinds.ts'
import { rankOf, termsOf, type TitleKey, titleKey } from '../../contract/titleMatch.ts'
import { type Handlers, may } from '../call.ts'
import { ranked } from '../content/ranked.ts'
import { searchedWord } from '../leads/agentCalls.ts'
import { type Stored, textOf } from '../store/kind.ts'
import { perRecord } from '../store/perRecord.ts'
import type { AgentRecord } from '../store/agentRecords.ts'
import type { MediaRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

interface Titled {
  hit: TitleHit
  key: TitleKey
  createdAt: string
  /** A telephone is found, but not shown. */
  phone?: string
}

const titled = <R extends Stored & { phone?: string }>(type: TitleHit['type'], titleOf: (record: R) => string): ((record: R) => Titled) =>
  perRecord((record) => {
    const { id, createdAt, phone } = record
    const title = titleOf(record)
    return { hit: { type, id, title }, key: titleKey(title), createdAt, ...(phone && { phone }) }
  })

const ofKinds = kindNames.map((kind) => [kind, titled<Stored>(kind, (record) => textOf(record, kinds[kind].title))] as const)
const ofAgent = titled<AgentRecord>('agent', ({ agentName, agentInfo }) => [agentInfo, agentName].filter(Boolean).join(' · '))
const ofFile = titled<MediaRecord>('media', ({ name }) => name)

export function titleCalls(store: Store): Pick<Handlers, 'titleSearch'> {
  const search = async (word: string, all: Iterable<Titled>, limit: number): Promise<TitleHit[]> => {
    const [terms, digits] = [termsOf(word), searchedWord(word)]
    const isPhone = /^\d{4,}$/.test(digits)
    const found = await ranked(all, ({ key, phone }) => rankOf(key, terms) ?? (isPhone && phone?.includes(digits) ? 1 : undefined), limit)
    return found.map(({ hit }) => hit)
  }
  function* content(withRecords: boolean, withAgents: boolean): Generator<Titled> {
    if (withRecords) for (const [kind, ofKind] of ofKinds) yield* titledOf(store[kind], ofKind)
    if (withAgents) yield* titledOf(store.agent, ofAgent)
  }

  return {
    async titleSearch({ word, limit }, caller) {
      if (termsOf(word).length === 0) return []
      const edits = may(caller, 'record:edit')
      const hits = await search(word, content(edits, may(caller, 'agent:update')), limit)
      // A picture often has the name of what it shows, which is what is looked for.
      return edits ? [...hits, ...await search(word, titledOf(store.media, ofFile), limit)].slice(0, limit) : hits
    },
  }
}

function* titledOf<R>(collection: { all(): readonly R[] }, titled: (record: R) => Titled): Generator<Titled> {
  for (const record of collection.all().toReversed()) yield titled(record)
}
