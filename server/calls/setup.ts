import { isDeepStrictEqual } from 'node:util'
import { type Setup, type SetupStep, setupSteps, type Site } from '../../contract/entities.ts'
import { kindNames } from '../../contract/kinds.ts'
import { siteFields } from '../../contract/siteFields.ts'
import type { Stored } from '../store/kind.ts'
import type { SiteRecord } from '../store/records.ts'
import type { StarterContent } from '../store/seed.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from '../call.ts'

interface Services {
  store: Store
  site: () => SiteRecord
  starter: StarterContent
}

/** The fields that must have been changed before a step is done. */
const fieldsOf: Partial<Record<SetupStep, readonly (keyof Site)[]>> = {
  names: ['siteName', 'companyName', 'logo'],
  phones: ['hotline', 'phones', 'mailbox'],
  address: ['address', 'map'],
  filing: ['icp'],
  texts: ['slogan', 'intro', 'homeTexts', 'agentTexts', 'aboutTexts'],
}

/** How far the starter site has become the company's own. */
export function setupCalls({ store, site, starter }: Services): Pick<Handlers, 'siteSetup'> {
  const starterFields = (): string[] =>
    Object.keys(siteFields).filter((name) => isDeepStrictEqual(site()[name as keyof Site], starter.site[name as keyof Site]))
  const starterRecords = (): Setup['starterRecords'] =>
    Object.fromEntries(kindNames.map((kind) => [
      kind, starter.ids[kind].filter((id) => store[kind].get(id)?.changedAt === undefined && store[kind].get(id)),
    ])) as Setup['starterRecords']

  return {
    siteSetup() {
      const fields = starterFields()
      const records = starterRecords()
      const isDone = (step: SetupStep): boolean => {
        if (step === 'channel') return store.channel.size > 0
        if (step === 'application') return store.agent.size > 0
        if (step === 'product') return hasNamedRecord(store.product.newest(), records.product, ({ coverName }) => coverName)
        if (step === 'news') return hasNamedRecord(store.news.newest(), records.news, ({ newTitle }) => newTitle)
        return fieldsOf[step]?.every((name) => !fields.includes(name)) ?? false
      }
      return { done: setupSteps.filter(isDone), starterFields: fields, starterRecords: records }
    },
  }
}

/** Whether there is a record of the company's own. A form can be saved empty, so it counts once it has a title. */
function hasNamedRecord<R extends Stored>(records: Iterable<R>, starterIds: readonly string[], titleOf: (record: R) => string): boolean {
  const starter = new Set(starterIds)
  for (const record of records) if (!starter.has(record.id) && titleOf(record).trim() !== '') return true
  return false
}
