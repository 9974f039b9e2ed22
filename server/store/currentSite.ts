import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from '../../contract/entities.ts'
import type { SiteRecord } from './records.ts'
import type { Store } from './store.ts'

/** Returns a function that gives the current site record; the shipped one where nothing is stored. */
export function currentSite({ site }: Pick<Store, 'site'>, shipped: SiteRecord): () => SiteRecord {
  let cached: { stored: SiteRecord | undefined; merged: SiteRecord } | undefined
  return () => {
    const [stored] = site.newest()
    if (!cached || cached.stored !== stored) cached = { stored, merged: withDefaults(stored, shipped) as SiteRecord }
    return cached.merged
  }
}

/** Fields that an older record lacks, or has with another type, come from the shipped one, so that every page finds its facts. */
function withDefaults(stored: unknown, shipped: unknown): unknown {
  if (typeName(stored) !== typeName(shipped)) return shipped
  if (!isObject(stored) || !isObject(shipped)) return stored
  const fields = Object.keys(shipped).map((key): [string, unknown] => [key, withDefaults(stored[key], shipped[key])])
  return { ...stored, ...Object.fromEntries(fields) }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeName(value) === 'object'
const typeName = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

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
