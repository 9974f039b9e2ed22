import { leadKindOf, type LeadKind } from '../../contract/leads/leads.ts'
import { dayMs } from '../../contract/text/durations.ts'
import type { ComingChange, NewDevice, Summary } from '../../contract/kinds/entities.ts'
import { kindNames } from '../../contract/kinds/kinds.ts'
import { seen } from '../../contract/calls/seen.ts'
import { sourceOf } from '../../contract/leads/sources.ts'
import { activeAlarm } from './alarms.ts'
import { type Fault, lookAt, type Machine } from './facts.ts'
import { stoppedBy } from '../keeping/machines.ts'
import { unseenDevices } from '../people/newDevices.ts'
import { chinaDay, chinaTime } from '../system/chinaTime.ts'
import { type LeadRecord, leadRow } from '../store/leadRecords.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { shownMinute, shownTime, versionOf } from '../store/kind.ts'
import { type AlarmRecord, nameAndModel, recordOfDraft } from '../store/records.ts'
import type { DiskUse } from '../system/diskUse.ts'
import type { FreeSpace } from '../system/freeSpace.ts'
import type { Store } from '../store/store.ts'
import { productNameToday } from '../store/titleToday.ts'
import type { RefusedApplications } from '../leads/applicationLimits.ts'
import { type Caller, type Handlers, seenBy, signedIn } from '../call.ts'
import { noOrigin, topOfYesterday, type VisitCounts } from '../visits/visitCalls.ts'

interface SummaryParts {
  store: Store
  visits: VisitCounts
  site: () => CurrentSite
  diskUse: () => Promise<DiskUse>
  space: { data: FreeSpace }
  refused: RefusedApplications
  machine: Machine
  faults: () => Promise<readonly Fault[]>
  coming: () => ComingChange[]
  now: () => number
}

const weekMs = 7 * dayMs
const shownWeeks = 12
const mostShown = 6

export function summaryCalls(sources: SummaryParts) {
  const { store, visits, diskUse, space, refused, machine, faults, coming, now } = sources
  const { product, news, carousel, agent, doubtful } = store
  const disk = async (): Promise<NonNullable<Summary['disk']>> => {
    const [use, free] = await Promise.all([diskUse(), space.data.bytes()])
    return { ...use, ...(free !== undefined && { free }) }
  }
  const applications = (): Applications => {
    const latest = agent.page({ page: 1, limit: 5 }).data.map(leadRow)
    const refusedOnes = refused.sinceStart()
    const { lastWeek, ...recent } = recentCounts(store, now())
    const all = countByKind(agent.newest())
    const allDoubtful = countByKind(doubtful.newest())
    const countsOf = (kind: LeadKind) => ({ count: all[kind], doubtful: allDoubtful[kind], lastWeek: lastWeek[kind] })
    return {
      count: agent.size,
      doubtful: doubtful.size,
      lastWeek: lastWeek.dealer + lastWeek.inquiry,
      byKind: { dealer: countsOf('dealer'), inquiry: countsOf('inquiry') },
      latest,
      ...recent,
      ...(refusedOnes && { refused: refusedOnes }),
    }
  }
  const drafts = (): NonNullable<Summary['drafts']> => {
    const unscheduled = kindNames.flatMap((kind) =>
      store.drafts[kind]
        .all()
        .filter(({ publishAt }) => !publishAt)
        .map((draft) => ({
          kind,
          id: draft.id,
          title: nameAndModel(kind, recordOfDraft(draft)),
          savedBy: draft.changedBy ?? '',
          savedAt: shownTime(versionOf(draft)),
        })),
    )
    const newestFirst = unscheduled.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1))
    return { count: unscheduled.length, latest: newestFirst.slice(0, 5) }
  }
  const channels = (): Summary['channels'] => {
    const paused = store.channel
      .all()
      .flatMap(({ on, label, paused: pause }) => (on && pause ? [{ label, reason: pause.reason }] : []))
    return paused.length > 0 ? { paused } : undefined
  }
  const newDevices = (caller: Caller): NewDevice[] =>
    unseenDevices(store, signedIn(caller)).map(({ id, device, network, createdAt }) => ({
      sessionId: id,
      device,
      network,
      at: shownTime(createdAt),
    }))
  /** Those that nobody sees are not asked for: some ask the disk. */
  const parts: {
    readonly [Name in keyof typeof seen.summary]: () => Summary[Name] | undefined | Promise<Summary[Name] | undefined>
  } = {
    products: () => product.size,
    news: () => news.size,
    photos: () => carousel.size,
    cases: () => store.case.size,
    drafts,
    coming,
    applications,
    channels,
    visits: () => visits.last(30),
    topPage: () => topOfYesterday(sources),
    disk,
    backup: async () => (await lookAt(machine)).backup,
    undecided() {
      const hasMoved = store.offsite.get('machine')?.movedFrom !== undefined
      return machine.config.send && (hasMoved || stoppedBy(store)) ? true : undefined
    },
    faults: async () =>
      orNone(
        (await faults()).map((fault) => fault.text + fault.detail + foundAt(activeAlarm(store, fault.id), fault.cause)),
      ),
  }
  return {
    async summary(_, caller) {
      const entries = seenBy(caller, seen.summary).map(async (name) => [name, await parts[name]()] as const)
      return Object.fromEntries([
        ['newDevices', orNone(newDevices(caller))],
        ...(await Promise.all(entries)),
      ]) as Summary
    },
  } satisfies Partial<Handlers>
}

const foundAt = (alarm: AlarmRecord | undefined, cause?: string): string =>
  alarm && alarm.cause === cause ? `（${shownMinute(alarm.since)}发现的）` : ''

/** A list that is empty is left out of the reply. */
const orNone = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

type Applications = NonNullable<Summary['applications']>
type ByKind = Record<LeadKind, number>
type Counts = Pick<Applications, 'weeks' | 'sources' | 'products'> & { lastWeek: ByKind }

function countByKind(records: Iterable<LeadRecord>): ByKind {
  const counts = { dealer: 0, inquiry: 0 }
  for (const record of records) counts[leadKindOf(record)]++
  return counts
}

function recentCounts(store: Store, now: number): Counts {
  const monday = mondayOf(now)
  const weeks = new Map(
    Array.from({ length: shownWeeks }, (_, index) => [monday - (shownWeeks - 1 - index) * weekMs, 0]),
  )
  const sources = createTally()
  const products = createTally()
  const lastWeek = { dealer: 0, inquiry: 0 }
  for (const record of store.agent.newest()) {
    const { createdAt, origin } = record
    const time = Date.parse(createdAt)
    const week = mondayOf(time)
    if (week <= monday - shownWeeks * weekMs) break
    if (weeks.has(week)) weeks.set(week, (weeks.get(week) ?? 0) + 1)
    if (time > now - weekMs) lastWeek[leadKindOf(record)]++
    if (time <= now - 30 * dayMs) continue
    sources.count(sourceOf(origin ?? noOrigin))
    for (const [id, name] of productsOf(store, record)) products.count(id, name)
  }
  return {
    lastWeek,
    weeks: Array.from(weeks, ([time, count]) => ({ week: chinaTime(time).slice(0, 10), count })),
    sources: sources.most().map(({ name, count }) => ({ source: name, count })),
    products: products.most().map(({ name, count }) => ({ product: name, count })),
  }
}

/** Each product once, however many of its models somebody asks for; by its name the list finds all of them. */
const productsOf = (store: Store, { productId, productName, items = [] }: LeadRecord): ReadonlyMap<string, string> =>
  new Map(
    [...(productId ? [{ productId, productName }] : []), ...items].map((row) => [
      row.productId,
      productNameToday(store, row.productId) ?? row.productName ?? row.productId,
    ]),
  )

/** Counts by a key; the name that comes first is shown. */
function createTally() {
  const counts = new Map<string, { name: string; count: number }>()
  return {
    count(key: string, name = key): void {
      const counted = counts.get(key) ?? { name, count: 0 }
      counted.count++
      counts.set(key, counted)
    },
    most: () => [...counts.values()].sort((a, b) => b.count - a.count).slice(0, mostShown),
  }
}

/** When the week began in China. The first Monday of Unix time was the fifth day. */
function mondayOf(time: number): number {
  const firstMonday = chinaDay('1970-01-05').start
  return time - ((((time - firstMonday) % weekMs) + weekMs) % weekMs)
}
