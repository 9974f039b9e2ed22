import { newsName } from '../../contract/recordPages.ts'
import { sourceOf } from '../../contract/sources.ts'
import { addressOfPage, customPagePath, sitePageOf } from '../../contract/sitePages.ts'
import { otherNames, type VisitDay, type VisitsSummary } from '../../contract/visits.ts'
import type { Handlers } from '../call.ts'
import { chinaDay } from '../store/chinaTime.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { createDate } from '../store/kind.ts'
import type { VisitPart } from '../store/records.ts'
import type { Store } from '../store/store.ts'

export interface VisitCounts {
  /** The oldest first. */
  last(days: number): VisitDay[]
  named(part: VisitPart, days: number): ReadonlyMap<string, number>
}

interface Sources {
  store: Store
  visits: VisitCounts
  site: () => CurrentSite
}

/** In a reply, of each kind. */
const maxRows = 50
/** Of pages whose titles are no setting. */
const fixedTitles: Readonly<Record<string, string>> = { '/zixun': '在线咨询', '/search': '搜索', '/map': '地图', '/agreement': '用户协议' }
export const noOrigin = { campaign: '', referrer: '' }

export function visitCalls({ store, visits, site }: Sources): Pick<Handlers, 'visitsSummary'> {
  /** Of an address as visits are counted by. */
  const titleOf = (path: string): string | undefined => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    const product = searchParams.get('productId')
    if (product) return store.product.get(product)?.coverName
    const article = searchParams.get('newId')
    if (article) {
      const record = store.news.get(article)
      return record && newsName({ newTitle: record.newTitle, createDate: createDate(record) })
    }
    const own = customPagePath(pathname)
    if (own) return store.page.all().find(({ pagePath }) => pagePath === own)?.pageTitle
    const { cases, pageNames } = site()
    const page = sitePageOf(pathname)
    if (page && addressOfPage(page) === pathname) return pageNames[page]
    return cases.find((each) => each.path === pathname)?.name ?? fixedTitles[pathname]
  }
  return {
    visitsSummary({ days: count }): VisitsSummary {
      const days = visits.last(count)
      const ranked = (part: VisitPart): [string, number][] => ranking(visits.named(part, count))
      const enquiries = enquiriesSince(store, chinaDay(days[0]?.day ?? '').start)
      const sources = new Map(visits.named('sources', count))
      for (const source of enquiries.keys()) sources.set(source, sources.get(source) ?? 0)
      const shown = ranking(sources)
      const hidden = [...enquiries].reduce((sum, [source, sent]) => (shown.some(([name]) => name === source) ? sum : sum + sent), 0)
      return {
        days,
        pages: ranked('pages').map(([path, visited]) => {
          const title = path === otherNames ? undefined : titleOf(path)
          return { path, ...(title && { title }), count: visited }
        }),
        sources: shown.map(([source, visited]) => (
          { source, count: visited, enquiries: (enquiries.get(source) ?? 0) + (source === otherNames ? hidden : 0) }
        )),
        devices: ranked('devices').map(([device, visited]) => ({ device, count: visited })),
        engines: ranked('engines').map(([engine, visited]) => ({ engine, count: visited })),
        missed: ranked('missed').map(([word, visited]) => ({ word, count: visited })),
      }
    },
  }
}

/** The most frequent first; the rest is counted as 其他, at the end. */
function ranking(names: ReadonlyMap<string, number>): [string, number][] {
  const ranked = [...names].filter(([name]) => name !== otherNames).sort(([, one], [, other]) => other - one)
  const rest = ranked.splice(maxRows)
  if (rest.length === 0 && !names.has(otherNames)) return ranked
  return [...ranked, [otherNames, rest.reduce((sum, [, count]) => sum + count, names.get(otherNames) ?? 0)]]
}

/** How many came from each source. */
function enquiriesSince({ agent }: Store, start: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { createdAt, origin } of agent.newest()) {
    if (Date.parse(createdAt) < start) break
    const source = sourceOf(origin ?? noOrigin)
    counts.set(source, (counts.get(source) ?? 0) + 1)
  }
  return counts
}
