import { sourceOf } from '../../contract/leads/sources.ts'
import { otherNames, type VisitsSummary } from '../../contract/calls/visits.ts'
import { whatIsAt } from '../site/addressBook.ts'
import type { Redirects } from '../site/redirects.ts'
import { meantPages } from '../site/meantPage.ts'
import type { Handlers } from '../call.ts'
import { chinaDay } from '../system/chinaTime.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { VisitPart } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Visits } from './visits.ts'

export type VisitCounts = Pick<Visits, 'last' | 'named'>

interface VisitCallsParts {
  store: Store
  visits: VisitCounts
  redirects: Pick<Redirects, 'leads'>
  site: () => CurrentSite
}

/** How many of each kind a reply has. */
const maxRows = 50
export const noOrigin = { campaign: '', referrer: '' }

export function visitCalls({ store, visits, redirects, site }: VisitCallsParts) {
  return {
    async visitsSummary({ days: count }): Promise<VisitsSummary> {
      const days = visits.last(count)
      const ranked = (part: VisitPart): [string, number][] => ranking(visits.named(part, count))
      const enquiries = enquiriesSince(store, chinaDay(days[0]?.day ?? '').start)
      const sources = new Map(visits.named('sources', count))
      for (const source of enquiries.keys()) sources.set(source, sources.get(source) ?? 0)
      const topSources = ranking(sources)
      const topNames = new Set(topSources.map(([name]) => name))
      let hidden = 0
      for (const [source, count] of enquiries) if (!topNames.has(source)) hidden += count
      const absent = absentAddresses({ visits, redirects }, count)
      const meantPage = await meantPages(
        absent.map(([address]) => address),
        { store, site: site() },
      )
      return {
        days,
        pages: ranked('pages').map(([path, visited]) => {
          const { title } = path === otherNames ? {} : whatIsAt({ store, site: site() }, path)
          return { path, ...(title && { title }), count: visited }
        }),
        sources: topSources.map(([source, visited]) => ({
          source,
          count: visited,
          enquiries: (enquiries.get(source) ?? 0) + (source === otherNames ? hidden : 0),
        })),
        devices: ranked('devices').map(([device, visited]) => ({ device, count: visited })),
        engines: ranked('engines').map(([engine, visited]) => ({ engine, count: visited })),
        missed: ranked('missed').map(([word, visited]) => ({ word, count: visited })),
        absent: absent.map(([address, visited]) => {
          const guess = meantPage(address)
          return { address, ...(guess && { guess }), count: visited }
        }),
      }
    },
  } satisfies Partial<Handlers>
}

/** The page that was opened most often yesterday. */
export function topOfYesterday({ store, visits, site }: Omit<VisitCallsParts, 'redirects'>) {
  const today = visits.named('pages', 1)
  const counts = new Map([...visits.named('pages', 2)].map(([path, count]) => [path, count - (today.get(path) ?? 0)]))
  const [[path, count] = ['', 0]] = ranking(counts)
  if (count === 0 || path === otherNames) return undefined
  const { title } = whatIsAt({ store, site: site() }, path)
  return { path, ...(title && { title }) }
}

/** What visitors asked for in vain, the most frequent first. What leads somewhere by now is in order. */
export function absentAddresses(
  { visits, redirects }: Pick<VisitCallsParts, 'visits' | 'redirects'>,
  days: number,
): [string, number][] {
  const counts: [string, number][] = []
  for (const [address, count] of byCount(visits.named('absent', days))) {
    if (counts.length === maxRows) break
    if (address !== otherNames && !redirects.leads(address)) counts.push([address, count])
  }
  return counts
}

const byCount = (names: ReadonlyMap<string, number>): [string, number][] =>
  [...names].sort(([, one], [, other]) => other - one)

/** The most frequent first; the rest is counted as 其他, at the end. */
function ranking(names: ReadonlyMap<string, number>): [string, number][] {
  const ranked = byCount(names).filter(([name]) => name !== otherNames)
  const rest = ranked.splice(maxRows)
  if (rest.length === 0 && !names.has(otherNames)) return ranked
  return [...ranked, [otherNames, rest.reduce((sum, [, count]) => sum + count, names.get(otherNames) ?? 0)]]
}

/** Counts how many came from each source. */
function enquiriesSince({ agent }: Store, start: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { createdAt, origin } of agent.newest()) {
    if (Date.parse(createdAt) < start) break
    const source = sourceOf(origin ?? noOrigin)
    counts.set(source, (counts.get(source) ?? 0) + 1)
  }
  return counts
}
