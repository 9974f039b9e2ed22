import type { SiteHit } from '../../contract/kinds/entities.ts'
import { type Offer, type PagedKind, pagedKinds, recordKind } from '../../contract/kinds/kinds.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { type Stored, versionOf } from '../store/kind.ts'
import { perRecord } from '../store/perRecord.ts'
import { offerOf, recordPage, type Shown, shown, shownIn } from '../store/shown.ts'
import type { Store } from '../store/store.ts'
import { type ComparedTexts, keptTexts, type KeptTexts } from './keptTexts.ts'
import { pinyinOf } from './pinyin.ts'
import { comparable } from './searchTerms.ts'
import { sitePageTexts, textsIn } from './siteTexts.ts'

/** How it is shown among the hits. */
interface Hit extends Offer, Pick<SiteHit, 'title' | 'address' | 'picture'> {
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

  /** The end of it: what its page lists of models, parameters and the like. */
  get facts(): string {
    return this.normal.slice(this.#texts.factsAt)
  }

  get pinyin(): string {
    return (this.#pinyin ??= pinyinOf(this.key))
  }
}

/** What visitors read of a record below its title, texts and lists of them; and what it lists as its facts. */
function textsOf(kind: PagedKind, record: Shown): [text: string, facts: string] {
  const { described, fields, title } = recordKind(kind)
  const texts: string[] = []
  const facts: string[] = []
  for (const [name, field] of Object.entries(described)) {
    if (field.kind !== 'list' && !field.fact && (!(name in fields) || name === title)) continue
    const read = textsIn(field, Reflect.get(record, name)).filter(Boolean)
    if (field.foundByLabel && read.length > 0) read.unshift(field.label)
    const list = field.fact || field.pairs ? facts : texts
    list.push(...read)
  }
  return [texts.join(' '), facts.join(' ')]
}

const joined = (texts: readonly string[]): string => texts.filter(Boolean).join(' ')

/** People ask for a product by its model as well as by its name. */
const modelsOf = ({ models = [] }: Partial<Shown<'product'>>): string => models.map(({ model }) => model).join('、')

function comparedTexts(title: string, also: string, text: string, facts = '') {
  const key = comparable(title)
  const normalFacts = comparable(facts)
  const normal = joined([comparable(text), normalFacts])
  return { key, names: joined([key, comparable(also)]), normal, factsAt: normal.length - normalFacts.length }
}

export function readRecord(kind: PagedKind, record: Stored, site: CurrentSite, kept = keptTexts): Searched {
  const settings = versionOf(site)
  const known = kept.get(record, settings)
  if (known) return new Searched(kind, known)
  const read = shown(kind, record, site)
  const texts = comparedTexts(recordPage(kind, record, site).title, modelsOf(read), ...textsOf(kind, read))
  kept.keep(record, settings, texts)
  return new Searched(kind, { ...texts, normal: () => texts.normal })
}

/** What may be found: it is read when it is compared, since all texts at once may be more than there is memory for. */
export interface Searchable {
  type: SiteHit['type']
  createdAt: string
  read(): Searched
  /** Most are not. */
  shown(): Hit
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
        shown: () => {
          const read = shown(type, record, site)
          return {
            ...recordPage(type, record, site),
            ...(type === 'product' && offerOf(read)),
            text: joined(textsOf(type, read)),
          }
        },
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
export const wordsOf = (kind: PagedKind, record: Stored, site: CurrentSite): string =>
  readRecord(kind, record, site).normal
