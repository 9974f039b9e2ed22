import type { Spec } from './movedRecords.ts'

/** More than these are not listed. */
export const maxOutsideAddresses = 2_000

/** Pages of another site. */
export interface OutsideAddresses {
  /** A date is `YYYY-MM-DD HH:mm:ss` in China; '' where none is known. */
  addresses: { address: string; date: string }[]
  /** Lists that the page leads on to: the other pages of its own, and from the first page of a site its columns. */
  lists?: string[]
  /** For staff: where the list is from, and what is not in it. */
  notes: string[]
}

/** What its site says of a page: its date, and the lists that lead to it. */
export interface PageEntry {
  date: string
  lists?: string[] | undefined
}

/** A page that the server has read. */
export type ReadPage = PageEntry & { address: string; page: OutsidePage }

/** What a page of another site says. */
export interface OutsidePage {
  /** Where redirects have led. */
  address: string
  /** Without the name of the site. */
  title: string
  intro: string
  /** `YYYY-MM-DD HH:mm:ss` in China; '' where none is known. */
  date: string
  /** Its main text, as rich text that is clean except that its pictures may be of http. */
  html: string
  /** Addresses of its pictures, also of those outside the main text; the cover first. */
  pictures: string[]
  /** A guess. */
  kind: OutsideKind
  /** The page says it, or the way to it. */
  isTold?: boolean
  /** What a product says of itself: its class and the one that this lies in, its model, its price, and what else. */
  column?: string
  above?: string
  model?: string
  price?: string
  specs?: Spec[]
  /** For staff: what was not understood. */
  notes: string[]
}

export type OutsideKind = 'news' | 'product' | 'page'

const partOfPath = (words: string, end: string): RegExp =>
  new RegExp(`(?:^|[/_-])(?:${words.replaceAll(' ', '|')})(?:$|[${end}])`)

/** The names of folders and of scripts. Behind those of products and news may be a number. */
const inPaths: readonly { kind: OutsideKind; path: RegExp }[] = [
  {
    kind: 'page',
    path: partOfPath(
      'cases? anli projects? about guanyu jianjie contact lianxi honor rongyu service jobs? recruit culture message gywm lxwm',
      '/_.-',
    ),
  },
  {
    kind: 'product',
    path: partOfPath('products? pro proshow productshow productview chanpin cp cpzx goods shop item', '/_.\\d-'),
  },
  {
    kind: 'news',
    path: partOfPath(
      'news newsshow newsview newsinfo xinwen xwzx xwdt dongtai gsdt hydt articles? zixun blog archives? posts? info notice',
      '/_.\\d-',
    ),
  },
  { kind: 'news', path: /\/(?:19|20)\d{2}[/-]?\d{2}\// },
]

/** What sort of page is at an address, by the words in it, those of the path first. */
export function kindInAddress(address: string): OutsideKind | undefined {
  const { pathname, search } = new URL(address)
  const parts = [pathname, `/${search.slice(1).replace(/[=&?]/g, '/')}/`].map((part) => part.toLowerCase())
  for (const part of parts) {
    const rule = inPaths.find(({ path }) => path.test(part))
    if (rule) return rule.kind
  }
  return undefined
}
