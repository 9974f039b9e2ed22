import type { BackupFact } from '../../contract/entities.ts'
import type { DiskUse } from '../store/diskUse.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from './caller.ts'

interface Sources {
  store: Store
  visitsOf: (days: number) => { day: string; count: number }[]
  diskUse: () => Promise<DiskUse>
  backup: () => BackupFact
  now: () => number
}

const weekMs = 7 * 86_400_000

export function summaryCalls({ store: { product, news, carousel, agent }, visitsOf, diskUse, backup, now }: Sources): Pick<Handlers, 'summary'> {
  const lastWeek = (): number => {
    let count = 0
    for (const { createdAt } of agent.newest()) {
      if (Date.parse(createdAt) <= now() - weekMs) break
      count++
    }
    return count
  }
  return {
    summary: async () => ({
      products: product.size,
      news: news.size,
      photos: carousel.size,
      applications: { count: agent.size, lastWeek: lastWeek(), latest: agent.page({ page: 1, limit: 5 }).data },
      visits: visitsOf(30),
      disk: await diskUse(),
      backup: backup(),
    }),
  }
}
