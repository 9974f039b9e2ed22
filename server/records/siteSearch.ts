import type { HitKind, SiteHit, SiteHits } from '../../contract/kinds/entities.ts'
import { hitKinds, kinds } from '../../contract/kinds/kinds.ts'
import { wordOf } from '../../contract/site/siteSearch.ts'
import type { Caller, Handlers } from '../call.ts'
import { Failure } from '../failure.ts'
import { limitAtOnce } from '../edge/limitAtOnce.ts'
import { widestNetwork } from '../edge/networks.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { Store } from '../store/store.ts'
import { KeyedQueue } from '../system/keyedQueue.ts'
import type { Memory } from '../system/heapMemory.ts'
import { inSlices } from '../system/timeSlices.ts'
import { keptTexts } from './keptTexts.ts'
import { ranked } from './ranked.ts'
import { searchablePages, searchableRecords, type Searchable, type Searched } from './searched.ts'
import { isMention, nearRank, PieceUses, rankOfAll, soundsAlike, wordsFound } from './searchRanks.ts'
import { comparable, type SearchPart, type SearchTerm, searchTerms } from './searchTerms.ts'

const shortOfMemory = '服务器现在比较忙，请稍后再试'
const tooMany = '搜索的人太多，请过几秒再试'
/** Who would wait longer has given up. */
const longestWaitMs = 10_000

type LimitSearches = ReturnType<typeof limitSearches>

/**
 * Limits the searches that wait for their turn, by the address that they come from and by the time that they take. One runs after the
 * other, so that everything else waits for a slice of one search only.
 */
export function limitSearches(now = () => performance.now()) {
  const limit = limitAtOnce({ ofSender: 5, inAll: 50 }, tooMany)
  const searches = new KeyedQueue()
  let waiting = 0
  let lastMs = 0
  const refuse = (): never => {
    throw new Failure(503, tooMany, { headers: { 'Retry-After': String(longestWaitMs / 1000) } })
  }
  const run = async <T>(isGone: () => boolean, search: () => Promise<T>): Promise<T> => {
    if (isGone()) refuse()
    const startedAt = now()
    try {
      return await search()
    } finally {
      lastMs = now() - startedAt
    }
  }
  return <T>({ address, isGone }: Pick<Caller, 'address' | 'isGone'>, search: () => Promise<T>): Promise<T> =>
    limit(widestNetwork(address), async () => {
      if (waiting * lastMs > longestWaitMs) refuse()
      waiting++
      return searches.run('', () => run(isGone, search)).finally(() => waiting--)
    })
}

export function siteSearchCalls(
  store: Store,
  site: () => CurrentSite,
  limit: LimitSearches,
  misses: Pick<Misses, 'note'>,
  memory: Memory,
  kept = keptTexts,
) {
  /** What visitors can see now. */
  function* searchable(): Generator<Searchable> {
    const current = site()
    yield* searchableRecords(store, current, kept)
    yield* searchablePages(current)
  }

  type Input = Parameters<Handlers['siteSearch']>[0]
  const hitsFor = async ({ word, kind, page, limit: perPage }: Input): Promise<SiteHits> => {
    const { synonyms } = site()
    const read = (each: Searchable): Searched => {
      if (memory.isShort()) throw new Failure(503, shortOfMemory, { headers: { 'Retry-After': '30' } })
      return each.read()
    }
    let onlyMentioned = true
    const withAll = async (terms: readonly SearchTerm[]): Promise<Searchable[]> => {
      if (terms.length === 0) return []
      return ranked(searchable(), (each) => {
        const rank = rankOfAll(read(each), terms)
        if (rank !== undefined && !isMention(rank)) onlyMentioned = false
        return rank
      })
    }
    let terms = searchTerms(comparable(word), synonyms)
    let all = await withAll(terms)
    const written = searchTerms(word, synonyms)
    // T 100 is one word, AI 5G are two.
    if (all.length === 0 && written.length > terms.length) {
      terms = written
      all = await withAll(terms)
    }
    const mentioned = all.length > 0 && onlyMentioned && terms.length === 1
    // What only mentions 塔吊 and 监控 tells less than what is about 塔吊.
    const isHalved = mentioned && terms.some(({ parts }) => parts.length > 1)
    // A single piece that is not found as a word is not found as a piece.
    const hasPieces = terms.some(({ sound, pieces }) => sound || pieces.length + terms.length > 2)
    let near = hasPieces && all.length === 0
    if (near || (hasPieces && isHalved)) {
      const uses = new PieceUses(terms)
      const similar: Searchable[] = []
      await inSlices(searchable(), (each) => {
        const searched = read(each)
        const isNamed = uses.count(searched)
        if (isNamed || soundsAlike(searched, terms)) similar.push(each)
      })
      const nearest = await ranked(similar, (each) => nearRank(read(each), terms, uses))
      if (nearest.length > 0) {
        near = true
        all = nearest
      }
    }
    const count = countByKind(all)
    const ofKind = kind === undefined ? all : all.filter(({ type }) => type === kind)
    const parts: SearchPart[] = near
      ? terms.flatMap(({ pieces }) => pieces).map(({ words }) => ({ words, halves: [] }))
      : terms.flatMap((term) => term.parts)
    const words = [...terms.map(({ word }) => word), ...parts.flatMap((part) => part.words)]
    const data: SiteHit[] = []
    await inSlices(ofKind.slice((page - 1) * perPage, page * perPage), (each) => {
      const searched = each.read()
      const perPart = parts.map((part) => wordsFound(searched, part))
      words.push(...perPart.flat())
      data.push(hitOf(each, searched, perPart))
    })
    const hits: SiteHits = {
      data,
      count: ofKind.length,
      kinds: count,
      words: [...new Set(words)],
      near: near && ofKind.length > 0,
    }
    if (mentioned && !near && ofKind.length > 0) hits.mentioned = true
    const described = describedKinds(count)
    if (described.length > 0) hits.hitKinds = described
    return hits
  }

  return {
    async siteSearch(input, { address, isGone }) {
      const run = async (): Promise<SiteHits> => {
        const hits = await hitsFor(input)
        if (input.page === 1) misses.note(input.word, hits)
        return hits
      }
      // A page that is drawn here has been counted with its visitor's address, and it is its turn.
      return address === '' ? run() : limit({ address, isGone }, run)
    },
  } satisfies Partial<Handlers>
}

/** Pages of searches that are drawn at the same time. */
const maxMisses = 100

type Misses = ReturnType<typeof rememberMisses>

/** The words of the last searches that have found nothing, until the visits of their pages are counted. */
export function rememberMisses() {
  const words = new Set<string>()
  return {
    note(word: string, { kinds, near }: Pick<SiteHits, 'kinds' | 'near'>): void {
      words.delete(word)
      if (Object.keys(kinds).length > 0 && !near) return
      words.add(word)
      const [oldest = ''] = words
      if (words.size > maxMisses) words.delete(oldest)
    },
    /** What is searched for at an address of the page, if nothing was found; else ''. */
    at(query: string): string {
      const parameters = new URLSearchParams(query)
      const word = wordOf(parameters)
      return (parameters.get('page') ?? '1') === '1' && words.has(word) ? word : ''
    },
  }
}

function countByKind(hits: readonly Searchable[]): SiteHits['kinds'] {
  const count: SiteHits['kinds'] = {}
  for (const { type } of hits) count[type] = (count[type] ?? 0) + 1
  return count
}

function describedKinds(count: SiteHits['kinds']): HitKind[] {
  const counted = hitKinds.filter((kind) => count[kind] !== undefined)
  return counted.map((kind) => ({ kind, noun: kinds[kind].noun, icon: kinds[kind].icon }))
}

const excerptLength = 80
/** What is shown before the first word that was found, where no sentence begins. */
const lengthBefore = 20

/** The excerpt shows what is not in the title; where all is in it, the text is shown from its beginning. */
function hitOf({ type, shown }: Searchable, { key, normal }: Searched, parts: readonly (readonly string[])[]): SiteHit {
  const places = parts
    .filter((words) => !words.some((word) => key.includes(word)))
    .flatMap((words) => words.map((word) => normal.indexOf(word)))
    .filter((at) => at >= 0)
  const { text, ...card } = shown()
  return { type, ...card, excerpt: excerptOf(text, places.length > 0 ? Math.min(...places) : 0) }
}

/** `at` is a place in the compared text, which is longer where it has m2 for ㎡, and shorter where it has t100 for T-100. */
function excerptOf(text: string, at: number): string {
  const place = placeIn(text, at)
  const before = [...text.slice(Math.max(0, place - 2 * lengthBefore), place)].slice(-lengthBefore).join('')
  const sentence = before.slice(Math.max(...[...'。！？；'].map((end) => before.lastIndexOf(end))) + 1)
  const start = place - sentence.length
  const shown = [...text.slice(start, start + 2 * excerptLength)].slice(0, excerptLength).join('')
  const cutBefore = start > 0 && sentence === before
  return `${cutBefore ? '…' : ''}${shown.trim()}${start + shown.length < text.length ? '…' : ''}`
}

/** One character after the other takes a tenth of a second in the longest texts. */
function placeIn(text: string, at: number): number {
  let place = 0
  let start = at
  for (const [part] of text.matchAll(/.{1,1000}/gsu)) {
    const { length } = comparable(part)
    if (length > start) {
      const characters = [...part]
      let low = 0
      let high = characters.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (comparable(characters.slice(0, middle).join('')).length < start) low = middle + 1
        else high = middle
      }
      return place + characters.slice(0, low).join('').length
    }
    start -= length
    place += part.length
  }
  return place
}
