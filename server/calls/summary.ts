import type { BackupFact, ComingChange, Summary } from '../../contract/entities.ts'
import { kindNames, kinds } from '../../contract/kinds.ts'
import { recordOfDraft, shownTime, textOf, versionOf } from '../store/records.ts'
import type { DiskUse } from '../store/diskUse.ts'
import type { FreeSpace } from '../store/freeSpace.ts'
import type { Store } from '../store/store.ts'
import type { RefusedApplications } from './applicationLimits.ts'
import type { Handlers } from '../call.ts'

interface Sources {
  store: Store
  visitsOf: (days: number) => { day: string; count: number }[]
  diskUse: () => Promise<DiskUse>
  /** Of the disks with the data and the uploads, often the same one. */
  space: { data: FreeSpace; uploads: FreeSpace }
  diskReserve: number
  refused: RefusedApplications
  backup: () => BackupFact
  coming: () => ComingChange[]
  now: () => number
}

const weekMs = 7 * 86_400_000

export function summaryCalls(sources: Sources): Pick<Handlers, 'summary'> {
  const { store, visitsOf, diskUse, space, diskReserve, refused, backup, coming, now } = sources
  const { product, news, carousel, agent } = store
  const lastWeek = (): number => {
    let count = 0
    for (const { createdAt } of agent.newest()) {
      if (Date.parse(createdAt) <= now() - weekMs) break
      count++
    }
    return count
  }
  const disk = async (): Promise<Summary['disk']> => {
    const [use, free, applications, uploads] = await Promise.all([diskUse(), space.data.bytes(), space.data.low(), space.uploads.low()])
    const low = (applications || uploads) && { low: { reserve: diskReserve, applications, uploads } }
    return { ...use, ...(free !== undefined && { free }), ...low }
  }
  const applications = (): Summary['applications'] => {
    const latest = agent.page({ page: 1, limit: 5 }).data
    const refusedOnes = refused.sinceStart()
    return { count: agent.size, lastWeek: lastWeek(), latest, ...(refusedOnes && { refused: refusedOnes }) }
  }
  const drafts = (): Summary['drafts'] => {
    const waiting = kindNames.flatMap((kind) => store.drafts[kind].all().filter(({ publishAt }) => !publishAt).map((draft) => {
      const { id, changedBy = '' } = draft
      return { kind, id, title: textOf(recordOfDraft(draft), kinds[kind].title), savedBy: changedBy, savedAt: shownTime(versionOf(draft)) }
    }))
    return { count: waiting.length, latest: waiting.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1)).slice(0, 5) }
  }
  return {
    summary: async () => ({
      products: product.size,
      news: news.size,
      photos: carousel.size,
      applications: applications(),
      drafts: drafts(),
      coming: coming(),
      visits: visitsOf(30),
      disk: await disk(),
      backup: backup(),
    }),
  }
}
