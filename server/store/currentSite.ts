import type { SiteRecord } from './records.ts'
import type { Store } from './store.ts'

/** Asks for the site as it is now: the stored record, or the shipped one where nothing is stored. */
export function currentSite({ site }: Pick<Store, 'site'>, shipped: SiteRecord): () => SiteRecord {
  let known: { stored: SiteRecord | undefined; whole: SiteRecord } | undefined
  return () => {
    const [stored] = site.newest()
    if (!known || known.stored !== stored) known = { stored, whole: completed(stored, shipped) as SiteRecord }
    return known.whole
  }
}

/** What an older record lacks, or has as something of another kind, is taken from the shipped one, so that no page meets a gap. */
function completed(stored: unknown, shipped: unknown): unknown {
  if (kindOf(stored) !== kindOf(shipped)) return shipped
  if (!isFields(stored) || !isFields(shipped)) return stored
  const fields = Object.keys(shipped).map((key): [string, unknown] => [key, completed(stored[key], shipped[key])])
  return { ...stored, ...Object.fromEntries(fields) }
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => kindOf(value) === 'object'
const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)
