import type { Site, SiteHit } from '../../contract/entities.ts'
import { kinds, type Offer, type PagedKind, pagedKinds, type RecordKind } from '../../contract/kinds.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { Stored } from '../store/kind.ts'
import { perRecord } from '../store/perRecord.ts'
import { recordPage, shownIn, titleOf } from '../store/recordPage.ts'
import { offerOf, type ProductRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { type ComparedTexts, keptTexts, type KeptTexts } from './keptTexts.ts'
import { pinyinOf } from './pinyin.ts'
import { comparable } from './searchTerms.ts'
import { sitePageTexts, textsIn } from './siteTexts.ts'

/** How it is shown among the hits. */
interface Shown extends Offer, Pick<SiteHit, 'title' | 'address' | 'picture'> {
  /** The text below the title. */
  text: string
}

/** Its texts as they are compared. */
export class Searched {
  readonly type: SiteHit['type']
  readonly #texts: ComparedTexts
  #normal: string | undefined
  #pinyin: string | undefined

  constructor(type: SiteHit['type'], texts: ComparedTexts) {
    this.type = type
    this.#texts = texts
  }

  get key(): string {
    return this.#texts.key
  }

  get names(): string {
    return this.#texts.names
  }

  get normal(): string {
    return (this.#normal ??= this.#texts.normal())
  }

  get pinyin(): string {
    return (this.#pinyin ??= pinyinOf(this.key))
  }
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

function comparedTexts(title: string, also: string, text: string) {
  const key = comparable(title)
  return { key, names: also === '' ? key : `${key} ${comparable(also)}`, normal: comparable(text) }
}

export function readRecord(kind: PagedKind, record: Stored, site: Site, kept = keptTexts): Searched {
  const title = titleOf(kind, record, site)
  const known = kept.get(record, title)
  if (known) return new Searched(kind, known)
  const texts = comparedTexts(title, modelsOf(record), textsOf(kind, record))
  kept.keep(record, title, texts)
  return new Searched(kind, { ...texts, normal: () => texts.normal })
}

/** What may be found: it is read when it is compared, since all texts at once may be more than there is memory for. */
export interface Searchable {
  type: SiteHit['type']
  createdAt: string
  read(): Searched
  /** Most are not. */
  shown(): Shown
}

/** What visitors can see of the records. */
export function* searchableRecords(store: Store, site: CurrentSite, kept: KeptTexts): Generator<Searchable> {
  kept.beginPass()
  for (const type of pagedKinds) {
    const isShown = shownIn(type, site)
    for (const record of store.states[type].live.all()) {
      if (!isShown(record)) continue
      yield {
        type,
        createdAt: record.createdAt,
        read: () => readRecord(type, record, site, kept),
        shown: () => ({
          ...recordPage(type, record, site),
          ...(type === 'product' && offerOf(record)),
          text: textsOf(type, record),
        }),
      }
    }
  }
  kept.endPass()
}

/** Their texts are few, and stay. */
export const searchablePages = perRecord((site: CurrentSite): Searchable[] =>
  sitePageTexts(site).map((page) => {
    const texts = comparedTexts(page.title, page.also, page.text)
    const searched = new Searched('page', { ...texts, normal: () => texts.normal })
    return { type: 'page', createdAt: '', read: () => searched, shown: () => page }
  }),
)

/** All that a visitor reads of a record, as it is compared. */
export const wordsOf = (kind: PagedKind, record: Stored, site: Site): string => readRecord(kind, record, site).normal
