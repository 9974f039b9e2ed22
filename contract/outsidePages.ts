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
  /** What a product says of itself: its class, its model, its price. */
  column?: string
  model?: string
  price?: string
  /** For staff: what was not understood. */
  notes: string[]
}

export type OutsideKind = 'news' | 'product' | 'page'

const inPaths: readonly [kind: OutsideKind, path: RegExp][] = [
  [
    'page',
    /(?:^|[/_-])(?:cases?|anli|projects?|about|guanyu|jianjie|contact|lianxi|honor|rongyu|service|jobs?|recruit|culture|message|gywm|lxwm)(?:$|[/_.-])/,
  ],
  [
    'product',
    /(?:^|[/_-])(?:products?|pro|proshow|productshow|productview|chanpin|cp|cpzx|goods|shop|item)(?:$|[/_.\d-])/,
  ],
  [
    'news',
    /(?:^|[/_-])(?:news|newsshow|newsview|newsinfo|xinwen|xwzx|xwdt|dongtai|gsdt|hydt|article|articles|zixun|blog|archives?|posts?|info|notice)(?:$|[/_.\d-])|\/(?:19|20)\d{2}[/-]?\d{2}\//,
  ],
]

/** What sort of page is at an address, by the words in it, those of the path first. */
export function kindInAddress(address: string): OutsideKind | undefined {
  const { pathname, search } = new URL(address)
  const parts = [pathname, `/${search.slice(1).replace(/[=&?]/g, '/')}/`].map((part) => part.toLowerCase())
  for (const part of parts) for (const [kind, path] of inPaths) if (path.test(part)) return kind
  return undefined
}
