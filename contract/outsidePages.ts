/** More than these are not listed. */
export const maxOutsideAddresses = 2_000

/** Pages of another site. */
export interface OutsideAddresses {
  /** A date is `YYYY-MM-DD HH:mm:ss` in China; '' where none is known. */
  addresses: { address: string; date: string }[]
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
  kind: 'news' | 'product' | 'page'
  /** For staff: what was not understood. */
  notes: string[]
}
