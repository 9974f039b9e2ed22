import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PublicSite, Site } from '../../contract/entities.ts'
import { completeValue } from '../../contract/siteFieldKinds.ts'
import { siteFields } from '../../contract/siteFields.ts'
import type { SiteRecord } from './records.ts'
import { migratedSite } from './siteMigration.ts'
import type { Store } from './store.ts'

export type CurrentSite = SiteRecord & PublicSite

/** Returns a function that gives the current site record; the shipped one where nothing is stored. */
export function currentSite(store: Pick<Store, 'site' | 'page' | 'revision'>, shipped: SiteRecord): () => CurrentSite {
  const complete = completeSite(shipped)
  let cached: { revision: number; site: CurrentSite } | undefined
  return () => {
    if (cached?.revision !== store.revision) {
      const [stored] = store.site.newest()
      const site = stored ? completeSite(stored, complete) : complete
      cached = { revision: store.revision, site: { ...site, pagePaths: store.page.all().map(({ pagePath }) => pagePath) } }
    }
    return cached.site
  }
}

/** Fields that an older record lacks, or has with another type, come from the shipped one, so that every page finds its facts. */
export function completeSite(record: SiteRecord, fallback: Partial<Site> = {}): SiteRecord {
  const migrated = migratedSite(record)
  const entries = Object.entries(siteFields)
    .map(([name, field]) => [name, completeValue(field, migrated[name as keyof Site], fallback[name as keyof Site])])
  return { ...migrated, ...Object.fromEntries(entries) }
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
