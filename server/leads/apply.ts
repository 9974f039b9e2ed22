import { hourMs, minuteMs } from '../../contract/text/durations.ts'
import type { LeadOrigin } from '../../contract/leads/leadOrigin.ts'
import type { LeadConsent } from '../../contract/kinds/entities.ts'
import { noSpace, tooManyTries } from '../failure.ts'
import { isMailAddress } from './mail.ts'
import { type ShareFor, unlimitedNetworks } from '../edge/throttle.ts'
import type { Caller } from '../call.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { FreeSpace } from '../system/freeSpace.ts'
import type { LeadRecord } from '../store/leadRecords.ts'
import { shownTime } from '../store/kind.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { Store } from '../store/store.ts'
import { createApplicationNetworks, createHourlyLimit, type RefusedApplications } from './applicationLimits.ts'
import { sha256 } from '../system/sha256.ts'

/** The oldest of them go for new ones: a robot must not fill the disk. */
const maxTraps = 300

export type Application = Omit<LeadRecord, 'id' | 'createdAt'>
/** What a form sends beside the fields. */
interface SentBeside {
  website: string | undefined
  consent: boolean
  origin: LeadOrigin | undefined
  seconds?: number | undefined
}

export interface ReceptionParts {
  store: Store
  site: () => CurrentSite
  space: { data: FreeSpace }
  refused: Pick<RefusedApplications, 'count'>
  applicationsPerHour: number
  now: () => number
  /** The newest time that was believed, where the clock is behind it. */
  missedTime(): number | undefined
  rateLimit: boolean
  shareFor?: ShareFor | undefined
}

/** Applications and inquiries of visitors share their limits and the detection of repeats. */
export function createReception({
  store,
  site,
  space,
  refused,
  applicationsPerHour,
  now,
  missedTime,
  rateLimit,
  shareFor,
}: ReceptionParts) {
  const recent = createRecentApplications(now)
  const networks = rateLimit ? createApplicationNetworks(now, shareFor) : unlimitedNetworks
  /** Two, so that robots take nothing from customers. */
  const hours = {
    agent: createHourlyLimit(rateLimit ? applicationsPerHour : Infinity, now),
    doubtful: createHourlyLimit(rateLimit ? applicationsPerHour : Infinity, now),
  }
  countStored(store, recent, hours, now())
  /** Being saved: a second tap on the button waits for the first one's result. */
  const saving = new Map<string, Promise<string>>()

  /** Offers the phone number to visitors who cannot send it. */
  const orByPhone = (reason: string): string => {
    const { hotline } = site()
    return `${reason}${hotline && `，或直接拨打 ${hotline}`}`
  }
  const later = (reason: string, seconds: number): Error =>
    tooManyTries(orByPhone(`${reason}，请稍后再试（约${Math.ceil(seconds / 60)}分钟后）`), seconds)

  const complete = (application: Application, { consent, origin }: SentBeside): Application => {
    const result = { ...application }
    if (origin) result.origin = origin
    if (site().inquiry.receipt !== '' && application.kind === 'inquiry' && isMailAddress(application.phone))
      result.receipt = { state: 'waiting' }
    const hasConsented = application.source !== 'alliance' && (consent || !site().inquiry.consentBox)
    if (hasConsented) result.consent = consentTo(site(), consent, now())
    return result
  }

  /** Returns the id, of a repeat that of the first. */
  return async (sent: Application, beside: SentBeside, caller: Caller): Promise<string> => {
    const application = complete(sent, beside)
    const name = isDoubtful(application, beside) ? 'doubtful' : 'agent'
    // Awaited before looking for repeats: nothing may be awaited between that and the save.
    const low = await space.data.low()
    const key = applicationKey(application)
    const already = recent.idOf(key) ?? (name === 'agent' && saving.get(key))
    if (already) return already
    const networkWait = networks.secondsToWait(caller.address)
    const hourlyWait = hours[name].secondsToWait()
    if (low || networkWait > 0 || hourlyWait > 0) {
      if (low) throw noSpace(orByPhone('服务器存储空间不足，暂时无法接收申请，请稍后再试'))
      if (networkWait > 0) throw later('提交过于频繁', networkWait)
      refused.count()
      throw later('提交人数较多', hourlyWait)
    }
    const missed = missedTime()
    const inserted = store[name].insert({
      ...application,
      ...(missed !== undefined && { cameAfter: chinaTime(missed) }),
      ...(beside.website && { trap: true }),
    })
    networks.countUnlessFailed(caller.address, inserted)
    hours[name].countUnlessFailed(inserted)
    if (name === 'doubtful') {
      const { id } = await inserted
      await dropOldTraps(store)
      return id
    }
    const save = inserted.then(({ id }) => id).finally(() => saving.delete(key))
    saving.set(key, save)
    return save
  }
}

/** A browser that fills in every field may have filled the trap for a customer, so staff have time to look at it. */
async function dropOldTraps({ doubtful }: Store): Promise<void> {
  const traps = [...doubtful.newest()].filter(({ trap }) => trap)
  for (const { id } of traps.slice(maxTraps)) await doubtful.remove(id)
}

type Recent = ReturnType<typeof createRecentApplications>
type Hours = Readonly<Record<'agent' | 'doubtful', ReturnType<typeof createHourlyLimit>>>

/** Counts what the last hour has left in the store, and from now on what other servers put into it. */
function countStored(store: Store, recent: Recent, hours: Hours, now: number): void {
  const count = (name: 'agent' | 'doubtful', { createdAt }: LeadRecord): void =>
    hours[name].count(Date.parse(createdAt))
  for (const name of ['agent', 'doubtful'] as const) {
    for (const record of newerThan(now - hourMs, store[name].newest()).reverse()) {
      if (name === 'agent') recent.remember(record)
      count(name, record)
    }
  }
  store.states.agent.watch('applications', ({ next, before, byOtherServer }) => {
    if (next.live && !before.live) recent.remember(next.live)
    else if (before.live && !next.live) recent.forget(before.live)
    if (!byOtherServer) return
    if (next.live && !before.live) count('agent', next.live)
    if (next.draft && !before.draft) count('doubtful', next.draft)
  })
}

/** Nobody opens a page, reads a form and writes a web address into it within this time. */
const shortestSeconds = 3

/** Signs of a robot. That somebody was quick is none, nor that others have asked in the same words. */
const isDoubtful = (
  { question = '', items = [] }: Application,
  { website, seconds = Infinity }: SentBeside,
): boolean => {
  const words = [question, ...items.map(({ note }) => note)].join('\n')
  return Boolean(website) || (seconds < shortestSeconds && /https?:\/\/|www\./i.test(words))
}

/** Which privacy notice somebody has agreed to: its date, and what recognizes its text. */
function consentTo({ privacy: { lead, body, date } }: CurrentSite, ticked: boolean, now: number): LeadConsent {
  const hash = sha256(`${lead}\n${body}`).slice(0, 8)
  return { version: `${date} ${hash}`.trim(), at: shownTime(chinaTime(now)), ...(ticked && { ticked }) }
}

/** Applications of the last ten minutes, so that detecting a repeat reads no records. */
function createRecentApplications(now: () => number) {
  /** By their keys, the oldest first. */
  const records = new Map<string, LeadRecord>()
  /** In both directions: a clock that was ahead has stored times in the future, which are not recent. */
  const isRecent = ({ createdAt }: LeadRecord): boolean => Math.abs(now() - Date.parse(createdAt)) < 10 * minuteMs

  return {
    idOf(key: string): string | undefined {
      for (const [earlier, record] of records) {
        if (isRecent(record)) break
        records.delete(earlier)
      }
      const record = records.get(key)
      return record && isRecent(record) ? record.id : undefined
    },
    remember(record: LeadRecord): void {
      const key = applicationKey(record)
      records.delete(key)
      records.set(key, record)
    },
    forget: (record: LeadRecord): void => void records.delete(applicationKey(record)),
  }
}

function newerThan(time: number, newestFirst: Iterable<LeadRecord>): LeadRecord[] {
  const newer: LeadRecord[] = []
  for (const record of newestFirst) {
    if (Date.parse(record.createdAt) <= time) break
    newer.push(record)
  }
  return newer
}

/** Two with the same key are the same application or inquiry: somebody who corrects a name sends another one. */
const applicationKey = (sent: Application): string => {
  const { kind, phone, agentName, agentInfo, topic, productId, question, region, items, files } = sent
  return JSON.stringify([
    ...[kind === 'inquiry', phone, agentName, agentInfo, topic, productId, question, region],
    // A product may have another name by the second time.
    items?.map(({ productId, model, quantity, unit, note }) => [productId, model, quantity, unit, note]),
    // A browser without a script sends a file again.
    files?.map(({ name, size }) => [name, size]),
  ])
}
