import { isIP } from 'node:net'
import { sendsNothing } from '../../contract/calls/channels.ts'
import type { Collection } from '../store/collection.ts'
import type { PlatformRecord } from '../store/platformRecords.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Jobs } from '../system/jobs.ts'
import { resultOf, type TestResult } from './deliveryFailure.ts'
import { type Network, withTimeout } from './service.ts'

/** Of what a platform is made. */
export interface PlatformSources {
  store: Store
  siteUrl: string | undefined
  network: Network
  now: () => number
}

interface PlatformParts {
  accounts: Collection<PlatformRecord>
  id: string
  /** What staff call who cannot reach the site. */
  who: string
  siteUrl: string
  jobs: Pick<Jobs, 'sends' | 'stopping'>
  now: () => number
}

type Ask = (account: PlatformRecord, signal: AbortSignal) => Promise<{ words: string } & Partial<PlatformRecord>>

/** An account elsewhere: what is stored of it, and how it is asked for something. */
export function createPlatform({ accounts, id, who, siteUrl, jobs, now }: PlatformParts, test: Ask) {
  const problem = jobs.sends ? problemOf(siteUrl, who) : sendsNothing

  /** Asks with the account as it is stored, and notes what was replied, unless somebody has saved it meanwhile. */
  async function ask(send: Ask): Promise<TestResult> {
    if (problem !== undefined) return { ok: false, message: problem }
    // Written before: on a full disk it would be asked for ever again.
    const askedAt = chinaTime(now())
    await accounts.update(id, (stored) => ({ ...stored, askedAt }))
    const account = accounts.get(id)
    if (!account) return { ok: false, message: '请先保存' }
    let changes: Partial<PlatformRecord> = {}
    const sending = withTimeout(jobs, async (signal) => {
      const { words, ...others } = await send(account, signal)
      changes = others
      return words
    })
    const result = await resultOf(sending)
    // The server stops: that says nothing about the platform.
    if (jobs.stopping.aborted) return result
    const answer = { at: askedAt, words: result.message, ...(!result.ok && { failed: true as const }) }
    await accounts.update(id, (stored) => (stored === account ? { ...stored, ...changes, answer } : stored))
    return result
  }

  return {
    accounts,
    id,
    problem,
    /** That of the site. */
    host: siteUrl && new URL(siteUrl).hostname,
    record: (): PlatformRecord | undefined => accounts.get(id),
    ask,
    test: () => ask(test),
    /** How many pages wait to be sent. */
    waiting: async (): Promise<number> => 0,
  }
}

/** Why somebody outside cannot reach the site; undefined where they can. */
function problemOf(siteUrl: string, who: string): string | undefined {
  if (siteUrl === '') return '还没有设置网站的地址，请运维人员设置SITE_URL'
  const { hostname } = new URL(siteUrl)
  return hostname.includes('.') && isIP(hostname) === 0
    ? undefined
    : `SITE_URL是${siteUrl}，${who}访问不到，请运维人员改成网站的域名`
}
