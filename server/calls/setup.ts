import { isDeepStrictEqual } from 'node:util'
import { type SetupStep, setupSteps, type Site } from '../../contract/entities.ts'
import type { Stored } from '../store/kind.ts'
import type { SiteRecord } from '../store/records.ts'
import type { StarterContent } from '../store/seed.ts'
import { starterFields, starterRecords } from '../store/starter.ts'
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
  const isStarter = (name: keyof Site): boolean => isDeepStrictEqual(site()[name], starter.site[name])
  return {
    siteSetup() {
      const records = starterRecords(store, starter)
      const isDone = (step: SetupStep): boolean => {
        if (step === 'channel') return store.channel.size > 0
        if (step === 'application') return store.agent.size > 0
        if (step === 'product') return hasNamedRecord(store.product.newest(), records.product, ({ coverName }) => coverName)
        if (step === 'news') return hasNamedRecord(store.news.newest(), records.news, ({ newTitle }) => newTitle)
        return fieldsOf[step]?.every((name) => !isStarter(name)) ?? false
      }
      return { done: setupSteps.filter(isDone), starterFields: starterFields(site(), starter), starterRecords: records }
    },
  }
}

/** Whether there is a record of the company's own. A form can be saved empty, so it counts once it has a title. */
function hasNamedRecord<R extends Stored>(records: Iterable<R>, starterIds: readonly string[], titleOf: (record: R) => string): boolean {
  const starter = new Set(starterIds)
  for (const record of records) if (!starter.has(record.id) && titleOf(record).trim() !== '') return true
  return false
}
