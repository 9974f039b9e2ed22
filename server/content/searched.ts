import { getHeapStatistics } from 'node:v8'
import type { Site, SiteHit } from '../../contract/entities.ts'
import { kinds, type PagedKind, type RecordKind } from '../../contract/kinds.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { Stored } from '../store/kind.ts'
import { perRecord } from '../store/perRecord.ts'
import { recordPage, titleOf } from '../store/recordPage.ts'
import type { ProductRecord } from '../store/records.ts'
import { pinyinOf } from './pinyin.ts'
import { comparable } from './searchTerms.ts'
import { sitePageTexts, textsIn } from './siteTexts.ts'

interface Found extends Pick<SiteHit, 'type' | 'title' | 'address' | 'picture'> {
  createdAt: string
  /** What it is also asked for as. */
  also?: string
  /** The text below the title. It is not kept, since most records are not shown. */
  text(): string
}
/** Its texts as they are compared. */
export interface Searched extends Found {
  key: string
  /** The title and what it is also asked for as. */
  names: string
  normal: string
  pinyin(): string
}

/** What visitors read of a record below its title: texts, and lists of them. */
function textsOf(kind: PagedKind, record: Stored): string {
  const { described, fields, title }: RecordKind = kinds[kind]
  return Object.entries(described)
    .filter(([name, field]) => field.kind === 'list' || field.fact || (name in fields && name !== title))
    .flatMap(([name, field]) => {
      const texts = textsIn(field, Reflect.get(record, name)).filter(Boolean)
      return field.foundByLabel && texts.length > 0 ? [field.label, ...texts] : texts
    })
    .join(' ')
}

/** People ask for a product by its model as well as by its name. */
const modelsOf = ({ models = [] }: Partial<ProductRecord>): string => models.map(({ model }) => model).join(' ')

function complete(page: Found): Searched {
  const key = comparable(page.title)
  let pinyin: string | undefined
  return {
    ...page,
    key,
    names: page.also ? `${key} ${comparable(page.also)}` : key,
    normal: comparable(page.text()),
    // Few searches need it.
    pinyin: () => (pinyin ??= pinyinOf(key)),
  }
}

/**
 * What was read stays as long as there is room for it: a site may have more text than memory for a second copy. Those for which there is
 * none are read again for each search.
 */
export class ReadTexts {
  readonly #maxBytes: number
  #bytes = 0
  #kept = new Map<Stored, Searched>()
  /** From before this search: what it does not ask for any more has been changed or deleted. */
  #earlier = new Map<Stored, Searched>()

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  beginSearch(): void {
    this.#earlier = this.#kept
    this.#kept = new Map()
    this.#bytes = 0
  }

  endSearch(): void {
    this.#earlier.clear()
  }

  get(record: Stored): Searched | undefined {
    const known = this.#kept.get(record)
    if (known) return known
    const earlier = this.#earlier.get(record)
    if (earlier) this.keep(record, earlier)
    return earlier
  }

  keep(record: Stored, searched: Searched): void {
    const bytes = bytesOf(searched)
    if (this.#bytes + bytes > this.#maxBytes) return
    this.#bytes += bytes
    this.#kept.set(record, searched)
  }

  /** How many are kept. */
  get size(): number {
    return this.#kept.size
  }
}

/** Two for a character, and what an entry takes beside its texts. */
const bytesOf = ({ names, normal }: Searched): number => 2 * (2 * names.length + normal.length) + 500

/** A good part of a small site, and a small part of the memory that the program may have. */
export const textsRead = new ReadTexts(getHeapStatistics().heap_size_limit / 10)

export function readRecord(kind: PagedKind, record: Stored, site: Site, texts = textsRead): Searched {
  const last = texts.get(record)
  const title = titleOf(kind, record, site)
  // A record without a title may be called by its group, which has changed its name.
  if (last?.title === title) return last
  const { address, picture } = recordPage(kind, record, site)
  const searched = complete({
    type: kind,
    title,
    address,
    picture,
    createdAt: record.createdAt,
    also: modelsOf(record),
    text: () => textsOf(kind, record),
  })
  texts.keep(record, searched)
  return searched
}

/** What may be found: it is read when it is compared, since all texts at once may be more than there is memory for. */
export interface Searchable {
  type: SiteHit['type']
  createdAt: string
  read(): Searched
}

/** Their texts are few, and stay. */
export const readPages = perRecord((site: CurrentSite): Searchable[] =>
  sitePageTexts(site).map(({ text, ...page }) => {
    const searched = complete({ type: 'page', createdAt: '', text: () => text, ...page })
    return { type: 'page', createdAt: '', read: () => searched }
  }),
)

/** All that a visitor reads of a record, as it is compared. */
export const wordsOf = (kind: PagedKind, record: Stored, site: Site): string => readRecord(kind, record, site).normal
