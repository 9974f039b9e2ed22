import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from '../../contract/entities.ts'
import { completeValue } from '../../contract/siteFieldKinds.ts'
import { siteFields } from '../../contract/siteFields.ts'
import type { SiteRecord } from './records.ts'
import type { Store } from './store.ts'

/** Returns a function that gives the current site record; the shipped one where nothing is stored. */
export function currentSite({ site }: Pick<Store, 'site'>, shipped: SiteRecord): () => SiteRecord {
  const complete = completeSite(shipped)
  let cached: { stored: SiteRecord | undefined; site: SiteRecord } | undefined
  return () => {
    const [stored] = site.newest()
    if (!cached || cached.stored !== stored) cached = { stored, site: stored ? completeSite(stored, complete) : complete }
    return cached.site
  }
}

/** Fields that an older record lacks, or has with another type, come from the shipped one, so that every page finds its facts. */
export function completeSite(record: SiteRecord, fallback: Partial<Site> = {}): SiteRecord {
  const entries = Object.entries(siteFields)
    .map(([name, field]) => [name, completeValue(field, record[name as keyof Site], fallback[name as keyof Site])])
  return { ...record, ...Object.fromEntries(entries) }
}

/**
 * Returns a function that gives the back office's agreement as Markdown: the company's own, or the shipped one. Names in braces are
 * replaced by the fields of the site record.
 */
export function currentAgreement(own: string | undefined, seedFolder: string, site: () => Site): () => string {
  const template = own ?? readFileSync(join(seedFolder, 'agreement.md'), 'utf8')
  return () => {
    const facts: Readonly<Record<string, unknown>> = { ...site() }
    return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => (typeof facts[name] === 'string' ? facts[name] : placeholder))
  }
}
