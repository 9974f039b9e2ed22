import { truncate } from '../../contract/text/characters.ts'
import { dayMs } from '../../contract/text/durations.ts'
import { text } from '../../contract/calls/fields.ts'
import { campaignOf, sourceOf } from '../../contract/leads/sources.ts'
import { otherNames, type VisitDay } from '../../contract/calls/visits.ts'
import { chinaHour, chinaTime } from '../system/chinaTime.ts'
import { KeyedQueue } from '../system/keyedQueue.ts'
import { type VisitPart, visitParts, type VisitRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { Visitors } from './visitors.ts'

/** A page that was opened. Nothing of who has opened it outlives the day. */
interface Visit {
  /** The address that the page is counted by. */
  page: string
  agent: { phone: boolean; app: string; engine: string }
  address: string
  /** It begins with the question mark, or is ''. */
  search: string
  headers: { host?: string | undefined; referer?: string | undefined; 'user-agent'?: string | undefined }
}

const maxWordLength = 40
const maxAddressLength = 200
const wordRule = text({ trim: true, max: [maxWordLength, ''] })

export type Visits = ReturnType<typeof createVisits>

/**
 * Counts page views per day, without cookies, and stores no address. Saved once a minute, so that many visits cause no more writes than
 * few.
 */
export function createVisits({ visit }: Pick<Store, 'visit'>, siteOrigin: () => string, now: () => number) {
  /** By day. Saved as increments: other servers count into the same records. */
  const unsaved = new Map<string, DayCounts>()
  /** They are counted beside the record until it contains them. */
  const saving = new Map<string, DayCounts>()
  const flushes = new KeyedQueue()
  const visitors = new Visitors()
  const lastDays = (days: number): string[] =>
    Array.from({ length: days }, (_, index) => dayOf(now() - (days - 1 - index) * dayMs))
  const currentDay = createCurrentDay(now, () => visitors.newDay())
  const countsOfToday = (): DayCounts => {
    const today = currentDay()
    let counts = unsaved.get(today)
    if (!counts) unsaved.set(today, (counts = new DayCounts()))
    return counts
  }

  const flushNow = async (): Promise<void> => {
    currentDay()
    visitors.forgetAddresses()
    // What is counted during the save is saved the next time.
    for (const [day, counts] of [...unsaved]) {
      unsaved.delete(day)
      saving.set(day, counts)
      try {
        await visit.change(day, (saved) => ({
          id: day,
          createdAt: saved?.createdAt ?? chinaTime(now()),
          ...DayCounts.of(saved).addAll(counts).fields(),
        }))
      } catch (error) {
        unsaved.set(day, counts.addAll(unsaved.get(day) ?? new DayCounts()))
        throw error
      } finally {
        saving.delete(day)
      }
    }
  }

  return {
    count(view: Visit): void {
      const counts = countsOfToday()
      const host = hostOf(siteOrigin())
      if (visitors.isNew(host, view.address, view.headers['user-agent'] ?? '')) counts.visitors++
      counts.add('hours', String(chinaHour(now())))
      countVisit(counts, view, host)
    },
    /** Counts a word that a search of visitors did not find. */
    missed(word: string): void {
      const clean = wordRule.parse(truncate(word, maxWordLength).toLowerCase())
      if (clean && !namesPerson(word)) countsOfToday().add('missed', clean)
    },
    /** Counts an address that somebody has asked for in vain. Those of mail or of people are not kept. */
    absent(address: string): void {
      const short = address.slice(0, maxAddressLength)
      if (!/@|%40/.test(short)) countsOfToday().add('absent', short)
    },
    /** The last `days` days, the oldest first. */
    last: (days: number): VisitDay[] =>
      lastDays(days).map((day) => {
        const parts = [visit.get(day), saving.get(day), unsaved.get(day)]
        const count = parts.reduce((sum, part) => sum + (part?.count ?? 0), 0)
        const visitorCounts = parts.flatMap((part) => part?.visitors ?? [])
        if (visitorCounts.length === 0) return { day, count }
        return { day, count, visitors: visitorCounts.reduce((sum, part) => sum + part) }
      }),
    /** What was counted by name on the last `days` days. */
    named(part: VisitPart, days: number): ReadonlyMap<string, number> {
      const sums = new Map<string, number>()
      const add = (name: string, count: number): void => void sums.set(name, (sums.get(name) ?? 0) + count)
      for (const day of lastDays(days)) {
        for (const [name, count] of Object.entries(visit.get(day)?.[part] ?? {})) add(name, count)
        for (const counts of [saving.get(day), unsaved.get(day)])
          for (const [name, count] of counts?.names(part) ?? []) add(name, count)
      }
      return sums
    },
    flush: (): Promise<void> => flushes.run('', flushNow),
  }
}

function countVisit(
  counts: DayCounts,
  { page, agent: { phone, app, engine }, search, headers }: Visit,
  host: string,
): void {
  counts.count++
  const referrer = headers.referer ? hostOf(headers.referer) : ''
  const campaign = search.includes('utm_') ? campaignOf(new URLSearchParams(search)) : ''
  // A page of the site itself led here.
  const isOwn = referrer !== '' && (referrer === host || referrer === hostOf(`http://${headers.host}`))
  if (campaign || !isOwn) counts.add('sources', sourceOf({ campaign, referrer: referrer || app }))
  counts.add('pages', page)
  counts.add('devices', phone ? 'phone' : 'desktop')
  counts.add('engines', engine || otherNames)
}

const dayOf = (time: number): string => chinaTime(time).slice(0, 10)

/** Calls `begin` on every new day. Remembers the day: formatting a date costs more than everything else of a visit but the visitor's id. */
function createCurrentDay(now: () => number, begin: () => void): () => string {
  let today = ''
  let end = 0
  return () => {
    const time = now()
    if (time >= end || time < end - dayMs) {
      today = dayOf(time)
      end = Date.parse(`${today}T00:00:00.000+08:00`) + dayMs
      begin()
    }
    return today
  }
}

/** Each character stands for the digit of its place. */
const numerals = ['零〇○', '一幺壹', '二两贰', '三叁', '四肆', '五伍', '六陆', '七柒', '八捌', '九玖']
const digitOf = new Map(
  numerals.flatMap((characters, digit) => Array.from(characters, (character) => [character, String(digit)] as const)),
)
const standard = /^[a-z]{2,4}(?:\/[tz])? ?\d{2,5}(?:\.\d{1,2})?-(?:19|20)\d\d$/i

/** Whether it may be a mail address or the number of a telephone or identity card, however written. GB 50300-2013 is a standard. */
export function namesPerson(word: string): boolean {
  const plain = word.normalize('NFKC')
  const digits = Array.from(plain, (character) => digitOf.get(character) ?? character)
    .join('')
    .replace(/[^\p{L}\p{Nd}@]/gu, '')
  return digits.includes('@') || (/\p{Nd}{7}/u.test(digits) && !standard.test(plain.trim()))
}

/** Without a port and `www.`; '' for what is no address of a site. */
function hostOf(address: string): string {
  const [, host = ''] = /^https?:\/\/(?:www\.)?([\w.-]{1,100})(?:[:/?#]|$)/i.exec(address) ?? []
  return host.toLowerCase()
}

/** Visitors choose most names, so their number is limited; the rest is counted as one. */
const maxNames: Readonly<Record<VisitPart, number>> = {
  pages: 300,
  sources: 300,
  devices: 10,
  engines: 300,
  missed: 100,
  absent: 300,
  hours: 24,
}

/** What is counted on one day. */
class DayCounts {
  count = 0
  visitors = 0
  readonly #names: Partial<Record<VisitPart, Map<string, number>>> = {}

  add(part: VisitPart, name: string, count = 1): void {
    const names = (this.#names[part] ??= new Map<string, number>())
    const known = names.get(name)
    if (known !== undefined) names.set(name, known + count)
    else if (names.size < maxNames[part]) names.set(name, count)
    else names.set(otherNames, (names.get(otherNames) ?? 0) + count)
  }

  names(part: VisitPart): Iterable<[string, number]> {
    return this.#names[part] ?? []
  }

  addAll(counts: DayCounts): this {
    this.count += counts.count
    this.visitors += counts.visitors
    for (const part of visitParts) for (const [name, count] of counts.names(part)) this.add(part, name, count)
    return this
  }

  /** The fields of the record of the day. */
  fields(): Omit<VisitRecord, 'id' | 'createdAt'> {
    const named = visitParts.flatMap((part) =>
      this.#names[part] ? [[part, Object.fromEntries(this.#names[part])]] : [],
    )
    return { count: this.count, visitors: this.visitors, ...Object.fromEntries(named) }
  }

  /** Those of a record, which may be older than all but `count`. */
  static of(record: VisitRecord | undefined): DayCounts {
    const counts = new DayCounts()
    counts.count = record?.count ?? 0
    counts.visitors = record?.visitors ?? 0
    for (const part of visitParts)
      for (const [name, count] of Object.entries(record?.[part] ?? {})) counts.add(part, name, count)
    return counts
  }
}
