import { isDeepStrictEqual } from 'node:util'
import { type Setup, type SetupStep, setupSteps, type Site } from '../../contract/entities.ts'
import { kindNames } from '../../contract/kinds.ts'
import type { SiteField } from '../../contract/siteFieldKinds.ts'
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
  const isStarter = (name: keyof Site): boolean => isDeepStrictEqual(site()[name], starter.site[name])
  const starterFields = (): string[] =>
    Object.entries<SiteField>(siteFields)
      .flatMap(([name, field]) => starterPaths(field, site()[name as keyof Site], starter.site[name as keyof Site], name))
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
      return { done: setupSteps.filter(isDone), starterFields: starterFields(), starterRecords: records }
    },
  }
}

/** The ids of the records that are still as shipped. */
export const starterRecords = (store: Store, starter: StarterContent): Setup['starterRecords'] =>
  Object.fromEntries(kindNames.map((kind) => [
    kind, starter.ids[kind].filter((id) => store[kind].get(id)?.changedAt === undefined && store[kind].get(id)),
  ])) as Setup['starterRecords']

/** What a company fills with its own. */
const ownKinds = new Set<SiteField['kind']>([
  'text', 'paragraph', 'richText', 'phone', 'mailbox', 'link', 'icp', 'police', 'picture', 'film', 'number',
])

/**
 * The paths of what is still as shipped, such as `banners.home.image`; of a list its own, while it has a shipped item. A text that says no
 * more than its label fits any company.
 */
function starterPaths(field: SiteField, value: unknown, shipped: unknown, path: string, labels: readonly string[] = []): string[] {
  if (field.advanced || field.neutral) return []
  if (field.kind === 'object') {
    const [own, given] = [value, shipped] as Readonly<Record<string, unknown>>[]
    return Object.entries(field.fields)
      .flatMap(([name, each]) => starterPaths(each, own?.[name], given?.[name], `${path}.${name}`, [field.label, each.label]))
  }
  if (field.kind === 'list') {
    const isShipped = (item: unknown): boolean =>
      (shipped as readonly unknown[]).some((each) => isDeepStrictEqual(item, each)) && starterPaths(field.of, item, item, path).length > 0
    return (value as readonly unknown[]).some(isShipped) ? [path] : []
  }
  const isOwn = value !== shipped || value === '' || value === 0 || labels.some((label) => label === value)
  return isOwn || !ownKinds.has(field.kind) ? [] : [path]
}

/** Whether there is a record of the company's own. A form can be saved empty, so it counts once it has a title. */
function hasNamedRecord<R extends Stored>(records: Iterable<R>, starterIds: readonly string[], titleOf: (record: R) => string): boolean {
  const starter = new Set(starterIds)
  for (const record of records) if (!starter.has(record.id) && titleOf(record).trim() !== '') return true
  return false
}
