import { fillText } from '../../contract/companyText.ts'
import type { ListPage, Site, SiteHit } from '../../contract/entities.ts'
import { kinds, type PagedKind, pagedKinds, type RecordKind } from '../../contract/kinds.ts'
import { plainText } from '../../contract/plainText.ts'
import { addressOfPage, linkedPages, switchablePages } from '../../contract/sitePages.ts'
import { wordOf } from '../../contract/siteSearch.ts'
import { normalize, rankOf, termsOf, type TitleKey, titleKey } from '../../contract/titleMatch.ts'
import { type Handlers, visitorAt } from '../call.ts'
import { widestNetwork } from '../network/networks.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { KeyedQueue } from '../system/keyedQueue.ts'
import { type Stored, textOf } from '../store/kind.ts'
import { perRecord } from '../store/perRecord.ts'
import { recordPage, shownRecords, titleOf } from '../store/recordPage.ts'
import type { Store } from '../store/store.ts'
import { inSlices } from '../system/timeSlices.ts'
import { limitAtOnce } from '../network/limitAtOnce.ts'
import { ranked } from './ranked.ts'

interface Found {
  type: SiteHit['type']
  title: string
  address: string
  createdAt: string
  /** The text below the title. It is not kept, since most records are not shown. */
  text(): string
}
interface Searched extends Found {
  key: TitleKey
  /** The text as it is compared. */
  normal: string
}

/** The texts of a value and all that it consists of, without addresses. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^(?:\/|https?:\/\/)\S*$/.test(value) ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsIn) : []
}
const joined = (...texts: readonly string[]): string => texts.filter(Boolean).join(' ')

/** What visitors read of a record below its title: texts, and lists of them. */
function textsOf(kind: PagedKind, record: Stored): string {
  const { described, fields, title }: RecordKind = kinds[kind]
  return joined(...Object.entries(described).flatMap(([name, field]) => {
    const { kind: of } = field
    if (field.kind === 'list') return field.of.kind === 'product' ? [] : wordsIn(Reflect.get(record, name))
    const isRead = name in fields && name !== title && (of === 'text' || of === 'paragraph' || of === 'richText')
    return isRead ? (of === 'richText' ? plainText : String)(textOf(record, name)) : []
  }))
}
/** The pages that every site has. */
function* sitePages(site: CurrentSite): Generator<Found> {
  for (const page of switchablePages) {
    if (!linkedPages(site)[page]) continue
    const about = page === 'about' ? site.intro : [fillText(site.descriptions[page], { 网站名称: site.siteName })]
    const scenarios = page === 'scenarios' ? site.scenarios.flatMap(({ name, desc, details }) => wordsIn({ name, desc, details })) : []
    const text = (): string => joined(...about, ...scenarios)
    yield { type: 'page', title: site.pageNames[page], address: addressOfPage(page), createdAt: '', text }
  }
}

type LimitSearches = ReturnType<typeof limitSearches>

/** Limits the searches that wait for their turn, by the address that they come from. */
export function limitSearches() {
  const limit = limitAtOnce({ ofSender: 5, inAll: 50 }, '搜索的人太多，请过几秒再试')
  return <T>(address: string, search: () => Promise<T>): Promise<T> => limit(widestNetwork(address), search)
}

export function siteSearchCalls(
  store: Store, site: () => CurrentSite, limit: LimitSearches,
): Pick<Handlers, 'siteSearch'> {
  /** One after the other, so that everything else waits for a slice of one search only. */
  const searches = new KeyedQueue()

  /** What visitors can see now, each record as it was read before. */
  function* searched(): Generator<Searched> {
    const current = site()
    for (const kind of pagedKinds) {
      for (const record of shownRecords(kind, { store, site: current })) yield readRecord(kind, record, current)
    }
    for (const page of sitePages(current)) yield complete(page)
  }

  const hitsFor = async (terms: readonly string[], from: number, to: number): Promise<ListPage<SiteHit>> => {
    const found = await ranked(searched(), (each) => rankOfAll(each, terms))
    const data: SiteHit[] = []
    await inSlices(found.slice(from, to), (each) => void data.push(hitOf(each, terms)))
    return { data, count: found.length }
  }

  return {
    async siteSearch({ word, page, limit: perPage }, { address }) {
      const terms = termsOf(word)
      if (terms.length === 0) return { data: [], count: 0 }
      const run = (): Promise<ListPage<SiteHit>> => searches.run('', () => hitsFor(terms, (page - 1) * perPage, page * perPage))
      // A page that is drawn here has been counted with its visitor's address.
      return address === '' ? run() : limit(address, run)
    },
  }
}

/** What is searched for at an address of the page, if nothing is found; else ''. */
export async function missedWord({ siteSearch }: Pick<Handlers, 'siteSearch'>, query: string): Promise<string> {
  const parameters = new URLSearchParams(query)
  const word = wordOf(parameters)
  if (word === '' || (parameters.get('page') ?? '1') !== '1') return ''
  const { count } = await siteSearch({ word, page: 1, limit: 1 }, visitorAt(''))
  return count === 0 ? word : ''
}

const complete = (found: Found): Searched => ({ ...found, key: titleKey(found.title), normal: normalize(found.text()) })

const lastRead = perRecord((_record: Stored): { searched?: Searched } => ({}))

function readRecord(kind: PagedKind, record: Stored, site: Site): Searched {
  const last = lastRead(record)
  const title = titleOf(kind, record, site)
  // A record without a title may be called by its group, which has changed its name.
  if (last.searched?.title === title) return last.searched
  const { address } = recordPage(kind, record, site)
  return last.searched = complete({ type: kind, title, address, createdAt: record.createdAt, text: () => textsOf(kind, record) })
}

/** All that a visitor reads of a record, as it is compared. */
export const wordsOf = (kind: PagedKind, record: Stored, site: Site): string => readRecord(kind, record, site).normal

/** A record must match all terms. */
function rankOfAll(searched: Searched, terms: readonly string[]): number | undefined {
  const ranks = terms.flatMap((term) => rankIn(searched, term) ?? [])
  return ranks.length < terms.length ? undefined : Math.max(...ranks)
}

/** The title begins with it or holds it, the text holds it, the initials of the title begin with it or hold it. */
function rankIn({ key, normal }: Searched, term: string): number | undefined {
  const inTitle = rankOf(key, [term])
  if (inTitle === 0 || inTitle === 1) return inTitle
  if (normal.includes(term)) return 2
  return inTitle && inTitle + 1
}

const excerptLength = 80
/** What is shown before the first word that was found, where no sentence begins. */
const lengthBefore = 20

function hitOf({ type, title, address, text, normal }: Searched, terms: readonly string[]): SiteHit {
  const places = terms.map((term) => normal.indexOf(term)).filter((at) => at >= 0)
  return { type, title, address, excerpt: excerptOf(text(), places.length > 0 ? Math.min(...places) : 0) }
}

/** `at` is a place in the normalized text, which is longer where it has m2 for ㎡. */
function excerptOf(text: string, at: number): string {
  let [place, normalLength] = [0, 0]
  // One character after the other takes a tenth of a second in the longest texts.
  for (const [part] of text.matchAll(/.{1,1000}/gsu)) {
    const { length } = normalize(part)
    if (normalLength + length > at) break
    normalLength += length
    place += part.length
  }
  while (normalLength < at && place < text.length) {
    const character = String.fromCodePoint(text.codePointAt(place) ?? 0)
    normalLength += normalize(character).length
    place += character.length
  }
  const before = [...text.slice(Math.max(0, place - 2 * lengthBefore), place)].slice(-lengthBefore).join('')
  const sentence = before.slice(Math.max(...[...'。！？；'].map((end) => before.lastIndexOf(end))) + 1)
  const start = place - sentence.length
  const shown = [...text.slice(start, start + 2 * excerptLength)].slice(0, excerptLength).join('')
  const cutBefore = start > 0 && sentence === before
  return `${cutBefore ? '…' : ''}${shown.trim()}${start + shown.length < text.length ? '…' : ''}`
}
