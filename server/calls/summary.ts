import type { BackupFact, Summary } from '../../contract/entities.ts'
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
  now: () => number
}

const weekMs = 7 * 86_400_000

export function summaryCalls({ store, visitsOf, diskUse, space, diskReserve, refused, backup, now }: Sources): Pick<Handlers, 'summary'> {
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
  return {
    summary: async () => ({
      products: product.size,
      news: news.size,
      photos: carousel.size,
      applications: applications(),
      visits: visitsOf(30),
      disk: await disk(),
      backup: backup(),
    }),
  }
}
