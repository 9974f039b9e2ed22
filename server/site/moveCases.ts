import { isDeepStrictEqual } from 'node:util'
import { kinds } from '../../contract/kinds.ts'
import { completeValue } from '../../contract/siteFieldKinds.ts'
import { escapeHtml } from '../../contract/writeRich.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Disk } from '../store/disk.ts'
import { versionOf } from '../store/kind.ts'
import type { AnyRecord, SiteRecord } from '../store/records.ts'
import { hasContent, readSeed } from './seed.ts'
import { nowhere } from '../store/states.ts'
import type { Store } from '../store/store.ts'

/** Where no site record is stored to say so. */
const marker = { collection: 'meta', id: 'cases' }

/**
 * Makes records of the cases that a release before 0.6 has in the site record, or shows while none is stored; once. Their ids follow from
 * their addresses, so that a killed server goes on where it stopped. The site record keeps its list: an older server, beside this one or
 * after a rollback, shows what it did.
 */
export async function moveCases(store: Store, folder: string, disk: Disk): Promise<void> {
  const [site] = store.site.newest()
  if (site ? site.casesMoved : (await disk.load(marker.collection)).some(({ id }) => id === marker.id)) return
  // A lost site record is restored first.
  if (!site && (await store.history.list('site', 'site')).length > 0) return
  const shipped = readSeed(folder, 'case')
  const older = site && Array.isArray(site.cases) ? casesIn(site, site.cases, shipped) : hasContent(store) ? shipped : []
  for (const record of older) {
    await store.states.case.change(record.id, (state) =>
      (state.live || state.draft || state.trash ? state : { ...nowhere, live: { ...record } }))
  }
  if (site) await store.site.update(site.id, (current) => ({ ...current, casesMoved: true }))
  else await disk.put(marker.collection, marker.id, { id: marker.id })
}

/** In their order: the first is the newest. One that is as shipped counts as starter content. */
function casesIn(site: SiteRecord, items: readonly unknown[], shipped: readonly object[]): AnyRecord[] {
  return items.map((item, index) => {
    const given: Readonly<Record<string, unknown>> = Object(item)
    const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '')
    const paragraphs = Array.isArray(given['company']) ? given['company'].map((each) => `<p>${escapeHtml(String(each))}</p>`) : []
    const lists = (['figures', 'details', 'products', 'films'] as const).flatMap((name) => {
      const list: unknown = completeValue(kinds.case.described[name], given[name], [])
      return Array.isArray(list) && list.length > 0 ? [[name, list] as const] : []
    })
    const own = {
      caseName: text('name'), casePath: text('path'), caseIntro: text('intro'), caseImage: text('image'), caseBanner: text('banner'),
      caseBody: paragraphs.join(''), ...Object.fromEntries(lists),
    }
    const id = own.casePath.slice(1).replaceAll('/', '-') || `case-${index}`
    const createdAt = chinaTime(Date.parse(versionOf(site)) - index * 1000)
    // Words of customers are newer than the list.
    const isShipped = shipped.some(({ createdAt: _createdAt, quotes: _quotes, ...each }: { createdAt?: string; quotes?: unknown }) =>
      isDeepStrictEqual(each, { id, ...own }))
    return { id, createdAt, ...own, ...(!isShipped && { changedAt: createdAt }) }
  })
}
