import type { MovedPart } from './movedRecords.ts'
import type { OutsidePage } from './outsidePages.ts'

/** What a site has answered, as it was sent. */
export interface Source {
  /** Where redirects have led. */
  address: string
  contentType: string
  contentEncoding: string
  bytes: Uint8Array
}

/**
 * A page to be read, or an answer in which addresses of a site are looked for: `site` is any page of it. Or a file, and what the last part
 * of it has said of where to go on.
 */
export type ImportJob =
  | { read: 'page'; source: Source; beside?: Source | undefined }
  | { read: 'addresses'; source: Source; site: string }
  | { read: 'robots'; source: Source; site: string }
  | { read: 'file'; path: string; after: string }
/** `refused` is a message for the user. */
export type ImportResult = PageReading | { found: FoundAddresses } | { part: MovedPart }

/** The page, a page that it only leads to, or why there is nothing to be read, in words for who has asked for it. */
export type PageReading = { page: OutsidePage } | { leadsTo: string } | { refused: string }

export interface Listed {
  address: string
  date: string
}

/** What is found in one answer of a site. */
export interface FoundAddresses {
  /** `links` are those of a page. */
  from: 'sitemap' | 'links'
  pages: Listed[]
  /** Other sitemaps that this one names. */
  sitemaps: string[]
  /** The other pages of the same list, as page numbers and 下一页 lead to them; from the first page of a site its columns and frames. */
  lists: string[]
}

/** More sitemaps of a site are not read; one more says that there are. */
export const maxSitemaps = 50

/** An address as written in a page, in full; undefined for what is no web address, such as javascript:. */
export function webAddress(written: string, base: string): string | undefined {
  const text = written.trim()
  if (text === '' || text.length > maxAddressLength || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  return /^https?:$/.test(url.protocol) && url.href.length <= maxAddressLength ? url.href : undefined
}

/** The rich text keeps no longer ones. */
const maxAddressLength = 2_000

/** A site is on several hosts that differ in the name for phones, or for the web. */
export const siteOf = (address: string): string =>
  new URL(address).hostname.replace(/^(?:www|m|wap|mobile|3g)\.(?=.+\.)/, '')

/** Why there is nothing to be read, and what to do, for the person who has asked for it. */
export const reasons = {
  notPublic: '这不是公网上的网址，不能读取。请填公司网站的网址，例如 www.example.com',
  noSite: '没有找到这个网站，请检查网址有没有写错',
  closed: '网站打不开，请先在浏览器里打开试一试，再检查网址',
  certificate: '网站的安全证书有问题，请把网址开头改成http://再试',
  slow: '网站太慢，没有在15秒内读完，请稍后再试',
  tooLarge: '网页太大，读不了。请在浏览器里打开，把需要的内容复制过来',
  tooComplex: '网页太复杂，读不了。请在浏览器里打开，把需要的内容复制过来',
  signIn: '这个网页要登录才能看。请在浏览器里登录后打开，把需要的内容复制过来',
  absent: '网页不在了（404）。请在浏览器里打开试一试，再检查网址',
  refused: '网站拒绝了读取（403）。请在浏览器里打开，把需要的内容复制过来',
  busy: '网站现在不让读取，请过几分钟再试',
  broken: '网站自己出错了，请稍后再试',
  notAPage: '这是图片或文件，不是网页，请填网页的网址',
} as const
