import { hourMs } from '../../contract/text/durations.ts'
import { pagedKinds } from '../../contract/kinds/kinds.ts'
import { versionOf } from '../store/kind.ts'
import { pagedKind, shownRecords } from '../store/shown.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { platformIds, type PlatformRecord } from '../store/platformRecords.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Jobs } from '../system/jobs.ts'
import { inSlices } from '../system/timeSlices.ts'
import { pushToBaidu, testBaidu } from './baidu.ts'
import { createPlatform, type PlatformSources } from './platform.ts'

interface PushParts extends PlatformSources {
  site: () => CurrentSite
  jobs: Pick<Jobs, 'every' | 'sends' | 'stopping'>
}
export type Push = ReturnType<typeof createPush>

interface Page {
  address: string
  /** Sorts pages by when they have changed. */
  position: string
}

/** A save is visible on every server by then. */
const visibleMs = 60_000

/**
 * Notifies Baidu of the pages of records, once an hour. Which ones follows from the records: those that visitors see and that have
 * changed since the last page that was accepted. After a failure they are the same, and some more.
 */
export function createPush({ store, site, siteUrl = '', network: { origins }, jobs, now }: PushParts) {
  const { engine: accounts } = store
  const access = (signal: AbortSignal) => ({ origin: origins.baidu, signal })
  const baidu = createPlatform(
    { accounts, id: platformIds.push, who: '百度', siteUrl, jobs, now },
    async (account, signal) => ({
      words: await testBaidu(account, access(signal)),
    }),
  )

  /** The pages that visitors see behind a position, the one that has waited the longest first. */
  async function pagesAfter(since: string): Promise<Page[]> {
    const pages: Page[] = []
    for (const kind of pagedKinds) {
      await inSlices(shownRecords(kind, { store, site: site() }), (record) => {
        const address = pagedKind(kind).page.address(record.id, record)
        const position = `${versionOf(record)} ${address}`
        if (position > since) pages.push({ address, position })
      })
    }
    return pages.sort((a, b) => (a.position < b.position ? -1 : 1))
  }

  /** Those that every server sees. */
  async function pagesToSend({ since }: PlatformRecord): Promise<Page[]> {
    const visible = chinaTime(now() - visibleMs)
    return (await pagesAfter(since)).filter(({ position }) => position < visible)
  }

  async function sendChanged(): Promise<void> {
    const account = baidu.record()
    if (!account?.on || baidu.problem !== undefined || (await pagesToSend(account)).length === 0) return
    await baidu.ask(async (current, signal) => {
      const pages = await pagesToSend(current)
      const urls = pages.map(({ address }) => siteUrl + address)
      const { count, words } = await pushToBaidu(current, urls, access(signal))
      return { words, since: pages[count - 1]?.position ?? current.since }
    })
  }

  const failed = 'engine/baidu: changed pages were not sent, or it was not written down; they are sent again'
  jobs.every(hourMs, failed, sendChanged, { onlyLeader: true })

  return {
    ...baidu,

    /** How many pages are not sent yet. */
    async waiting(): Promise<number> {
      const account = baidu.record()
      return account?.on ? (await pagesAfter(account.since)).length : 0
    },

    /** Has every page that visitors see sent again. Returns how many. */
    async all(): Promise<number> {
      await accounts.update(baidu.id, (current) => ({ ...current, since: '' }))
      return (await pagesAfter('')).length
    },
  }
}
