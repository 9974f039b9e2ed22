import { createHash } from 'node:crypto'
import type { Origin } from '../../contract/application.ts'
import type { AgentConsent } from '../../contract/entities.ts'
import { noSpace, tooManyTries } from '../failure.ts'
import type { ShareFor } from '../auth/throttle.ts'
import type { Caller } from '../call.ts'
import { chinaTime } from '../store/chinaTime.ts'
import type { FreeSpace } from '../store/freeSpace.ts'
import type { AgentRecord } from '../store/agentRecords.ts'
import { shownTime } from '../store/kind.ts'
import type { SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { createApplicationLimits, noLimits, type RefusedApplications } from './applicationLimits.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export type Application = Omit<AgentRecord, 'id' | 'createdAt'>
/** What a form sends beside the fields. */
export interface SentBeside {
  website: string | undefined
  consent: boolean
  origin: Origin | undefined
  seconds?: number | undefined
}

export interface Sources {
  store: Store
  site: () => SiteRecord
  space: { data: FreeSpace }
  refused: Pick<RefusedApplications, 'count'>
  applicationsPerHour: number
  now: () => number
  rateLimit: boolean
  shareFor?: ShareFor | undefined
}

export interface Reception {
  accept(application: Application, beside: SentBeside, caller: Caller): Promise<null>
  /** Forgets it as a repeat, so that the same person can send it again at once. */
  forget(record: AgentRecord): void
}

/** Applications and inquiries of visitors share their limits and the detection of repeats. */
export function createReception(sources: Sources): Reception {
  const { store, site, space, refused, applicationsPerHour, now, rateLimit, shareFor } = sources
  const { agent } = store
  const recent = createRecentApplications(now)
  const limits = rateLimit ? createApplicationLimits(applicationsPerHour, now, shareFor) : noLimits
  /** Being saved: a second tap on the button waits for the first one's result. */
  const saving = new Map<string, Promise<unknown>>()
  const countStored = (record: AgentRecord): void => {
    recent.remember(record)
    limits.countStored(Date.parse(record.createdAt))
  }
  newerThan(now() - hour, agent.newest()).reverse().forEach(countStored)
  agent.watch((record, before, byOtherServer) => {
    if (!byOtherServer) return
    if (record && !before) countStored(record)
    else if (before && !record) recent.forget(before)
  })

  /** Offers the phone number to visitors who cannot send it. */
  const orByPhone = (reason: string): string => {
    const { hotline } = site()
    return `${reason}${hotline && `，或直接拨打 ${hotline}`}`
  }
  const later = (reason: string, seconds: number): Error =>
    tooManyTries(orByPhone(`${reason}，请稍后再试（约${Math.ceil(seconds / 60)}分钟后）`), seconds)

  const complete = (application: Application, { consent, origin }: SentBeside): Application => {
    const given = application.source !== 'alliance' && (consent || !site().inquiry.consentBox)
    return { ...application, ...(origin && { origin }), ...(given && { consent: consentTo(site(), consent, now()) }) }
  }

  async function acceptDoubtful(application: Application, caller: Caller): Promise<null> {
    const others = newerThan(now() - hour, store.doubtful.newest()).length
    if (others >= doubtfulPerHour || limits.networkWait(caller.address) > 0 || (await space.data.low())) return null
    limits.countAddress(caller.address)
    await store.doubtful.insert(application)
    return null
  }

  return {
    forget: recent.forget,
    async accept(sent, beside, caller) {
      const application = complete(sent, beside)
      // Awaited before looking for repeats: nothing may be awaited between that and the save.
      const low = await space.data.low()
      const key = keyOf(application)
      if (recent.has(key)) return null
      if (isDoubtful(application, beside, agent.newest(), now())) return acceptDoubtful(application, caller)
      const already = saving.get(key)
      if (already) {
        await already
        return null
      }
      if (low) throw noSpace(orByPhone('服务器存储空间不足，暂时无法接收申请，请稍后再试'))
      const networkWait = limits.networkWait(caller.address)
      if (networkWait > 0) throw later('提交过于频繁', networkWait)
      const hourlyWait = limits.hourlyWait()
      if (hourlyWait > 0) {
        refused.count()
        throw later('提交人数较多', hourlyWait)
      }
      limits.count(caller.address)
      const save = agent.insert(application).then(recent.remember).finally(() => saving.delete(key))
      saving.set(key, save)
      await save
      return null
    },
  }
}

/** Later ones are dropped: a robot must not fill the disk. */
const doubtfulPerHour = 60
const comparedDays = 30
const comparedAtMost = 2_000
/** Shorter ones are written by many people, such as 请报价. */
const comparableLength = 8
/** Nobody opens a page, reads a form and writes a web address into it within this time. */
const shortestSeconds = 3

/** Signs of a robot. That somebody was quick is none. */
function isDoubtful(
  { question = '', phone, productId }: Application, { website, seconds }: SentBeside, newest: Iterable<AgentRecord>, now: number,
): boolean {
  if (website) return true
  if (seconds !== undefined && seconds < shortestSeconds && /https?:\/\/|www\./i.test(question)) return true
  if (question.length < comparableLength) return false
  // Somebody may ask the same about several products.
  const isRepeat = (record: AgentRecord): boolean =>
    record.question === question && (record.phone !== phone || record.productId === productId)
  return newerThan(now - comparedDays * day, newest, comparedAtMost).some(isRepeat)
}

/** Which privacy notice somebody has agreed to: its date, and what recognizes its text. */
function consentTo({ privacy: { lead, body, date } }: SiteRecord, ticked: boolean, now: number): AgentConsent {
  const hash = createHash('sha256').update(`${lead}\n${body}`).digest('hex').slice(0, 8)
  return { version: `${date} ${hash}`.trim(), at: shownTime(chinaTime(now)), ...(ticked && { ticked }) }
}

interface RecentApplications {
  has(key: string): boolean
  remember(record: AgentRecord): void
  forget(record: AgentRecord): void
}

/** Applications of the last ten minutes, so that detecting a repeat reads no records. */
function createRecentApplications(now: () => number): RecentApplications {
  /** Their times by their keys, the oldest first. */
  const times = new Map<string, number>()
  /** In both directions: a clock that was ahead has stored times in the future, which are not recent. */
  const isRecent = (time: number): boolean => Math.abs(now() - time) < 10 * minute

  return {
    has(key) {
      for (const [earlier, time] of times) {
        if (isRecent(time)) break
        times.delete(earlier)
      }
      const time = times.get(key)
      return time !== undefined && isRecent(time)
    },
    remember(record) {
      const key = keyOf(record)
      times.delete(key)
      times.set(key, Date.parse(record.createdAt))
    },
    forget: (record) => void times.delete(keyOf(record)),
  }
}

function newerThan(time: number, newestFirst: Iterable<AgentRecord>, atMost = Infinity): AgentRecord[] {
  const newer: AgentRecord[] = []
  for (const record of newestFirst) {
    if (Date.parse(record.createdAt) <= time || newer.length === atMost) break
    newer.push(record)
  }
  return newer
}

/** Two with the same key are the same application or inquiry. */
const keyOf = ({ kind, phone, agentInfo, topic, productId, question }: Application): string =>
  (kind === 'inquiry' ? ['?', phone, topic, productId, question] : [phone, agentInfo]).join(' ')
