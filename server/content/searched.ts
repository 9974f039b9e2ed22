import type { Site, SiteHit } from '../../contract/entities.ts'
import { kinds, type PagedKind, type RecordKind } from '../../contract/kinds.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { Stored } from '../store/kind.ts'
import { perRecord } from '../store/perRecord.ts'
import { recordPage, titleOf } from '../store/recordPage.ts'
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
    .flatMap(([name, field]) => textsIn(field, Reflect.get(record, name)))
    .filter(Boolean)
    .join(' ')
}

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

const lastRead = perRecord((_record: Stored): { searched?: Searched } => ({}))

export function readRecord(kind: PagedKind, record: Stored, site: Site): Searched {
  const last = lastRead(record)
  const title = titleOf(kind, record, site)
  // A record without a title may be called by its group, which has changed its name.
  if (last.searched?.title === title) return last.searched
  const { address, picture } = recordPage(kind, record, site)
  return (last.searched = complete({
    type: kind,
    title,
    address,
    picture,
    createdAt: record.createdAt,
    text: () => textsOf(kind, record),
  }))
}

export const readPages = perRecord((site: CurrentSite): Searched[] =>
  sitePageTexts(site).map(({ text, ...page }) => complete({ type: 'page', createdAt: '', text: () => text, ...page })),
)

/** All that a visitor reads of a record, as it is compared. */
export const wordsOf = (kind: PagedKind, record: Stored, site: Site): string => readRecord(kind, record, site).normal
