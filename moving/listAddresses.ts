import {
  type FoundAddresses,
  type Listed,
  maxSitemaps,
  siteOf,
  type Source,
  webAddress,
} from '../contract/kinds/foreignReading.ts'
import { maxOutsideAddresses } from '../contract/kinds/outsidePages.ts'
import { readXml } from '../contract/text/xml.ts'
import { readDate } from './dates.ts'
import { sourceText } from './sourceText.ts'
import { attribute, type Element, elementsIn, parsePage, tagOf, plainText } from './tree.ts'

/** Unpacked; the format allows sitemaps of 50 MB, with 50,000 addresses. */
const maxText = 20 * 1_048_576

/** Pages of a site that a sitemap names, as XML or as lines of text, or that a page links to. `site` is any page of it. */
export function listAddresses(source: Source, site: string): FoundAddresses {
  const text = sourceText(source, maxText)
  if (
    /^\s*(?:<\?xml|<!--|<(?:\w+:)?(?:urlset|sitemapindex)\b)/i.test(text) &&
    /<(?:\w+:)?(?:urlset|sitemapindex)\b/i.test(text)
  )
    return ofSitemap(text, source.address, site)
  return /^\s*https?:\/\//i.test(text) ? ofLines(text, site) : ofLinks(text, source.address, site)
}

/** What the robots.txt of a site names. */
export function sitemapsInRobots(source: Source, site: string): FoundAddresses {
  const sitemaps: string[] = []
  for (const [, written = ''] of sourceText(source, maxText).matchAll(/^[ \t]*sitemap[ \t]*:[ \t]*(\S+)/gim)) {
    if (sitemaps.length > maxSitemaps) break
    const address = webAddress(written, site)
    if (address !== undefined) sitemaps.push(address)
  }
  return { ...collector('sitemap', site).result(), sitemaps }
}

function ofSitemap(xml: string, base: string, site: string): FoundAddresses {
  const collected = collector('sitemap', site)
  const sitemaps: string[] = []
  const open: string[] = []
  let entry = { loc: '', lastmod: '' }
  for (const part of readXml(xml)) {
    const [parent = '', name = ''] = open.slice(-2)
    if (part.is === 'open') {
      if (part.empty) continue
      open.push(part.name)
      if (part.name === 'url' || part.name === 'sitemap') entry = { loc: '', lastmod: '' }
    } else if (part.is === 'close') {
      open.pop()
      if (part.name === 'url') collected.add(entry.loc, entry.lastmod)
      if (part.name === 'sitemap' && sitemaps.length <= maxSitemaps) sitemaps.push(entry.loc)
    } else if (parent === 'url' || parent === 'sitemap') {
      // A picture of the page has a loc as well, further inside.
      if (name === 'loc') entry.loc += part.text
      if (name === 'lastmod') entry.lastmod += part.text
    }
    if (collected.isFull()) break
  }
  return { ...collected.result(), sitemaps: sitemaps.flatMap((sitemap) => webAddress(sitemap, base) ?? []) }
}

function ofLines(text: string, site: string): FoundAddresses {
  const collected = collector('sitemap', site)
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    collected.add(line, '')
    if (collected.isFull()) break
  }
  return collected.result()
}

function ofLinks(html: string, address: string, site: string): FoundAddresses {
  const { document } = parsePage(html)
  const collected = collector('links', site)
  const lists = new Set<string>()
  let base = address
  for (const element of elementsIn(document)) {
    const tag = tagOf(element)
    const written = attribute(element, { option: 'value', frame: 'src', iframe: 'src' }[tag] ?? 'href')
    if (tag === 'base') base = webAddress(written, address) ?? base
    if (/^(?:a|area|iframe)$/.test(tag)) collected.add(written, '', base)
    const isLink = /^(?:a|option)$/.test(tag)
    const isList = tag === 'frame' || (isLink && isListName(wordsOf(element), written, isHome(site)))
    const full = isList ? webAddress(written, base) : undefined
    if (full !== undefined && siteOf(full) === siteOf(site)) lists.add(full)
    if (collected.isFull()) break
  }
  return { ...collected.result(), lists: [...lists] }
}

/** What a link says, if only by its picture. */
function wordsOf(link: Element): string {
  const pictures = [...elementsIn(link)].map((element) => attribute(element, 'alt'))
  return (plainText(link) || attribute(link, 'title') || pictures.join('')).replace(/\s+/g, '')
}

const otherPage =
  /^[[<«‹（(]*(?:[上下前后]一?页|[尾末]页|最后一?页|next(?:page)?|previous|last)[\]>»›）)]*$|^[>»›]{1,2}$/i
const pageNumber = /^[[（(]?第?(\d{1,4})页?[\]）)]?$/
/** What first pages call the lists of a site. */
const column =
  /^(?:公司|企业|行业|工程|成功|经典|客户|最新|媒体|技术|主营)?(?:产品|商品|新闻|动态|资讯|公告|通知|案例|文章|博客)(?:中心|展示|列表|大全|资讯|动态|公告|案例)?$|^[[【+]*(?:查看)?更多.{0,4}$|^(?:products?|news|cases?|blog|more)[>»+]*$/i

/** Whether a link leads to another page of its list, or from the first page of a site to a list. */
function isListName(words: string, written: string, isFirst: boolean): boolean {
  const [, number] = pageNumber.exec(words) ?? []
  // A number is one of a page where the address has it, too.
  if (number !== undefined) return new RegExp(`\\D0?${number}(?!\\d)`).test(written)
  return otherPage.test(words) || (isFirst && column.test(words))
}

/** Without a path, or only index.html. */
const isHome = (address: string): boolean => /^\/(?:(?:index|default|main)\.\w+)?$/i.test(pathIn(address))
const pathIn = (address: string): string => address.replace(/^\w+:\/\/[^/]*/, '')

const files =
  /\.(?:jpe?g|png|gif|webp|bmp|svg|ico|css|js|json|xml|rss|pdf|docx?|xlsx?|pptx?|wps|zip|rar|7z|gz|exe|apk|mp[34]|m4[av]|avi|flv|swf|wmv|webm|txt)$/i

/** Collects pages of one site, each once. `anyPage` is one of them. */
function collector(from: FoundAddresses['from'], anyPage: string) {
  const site = siteOf(anyPage)
  const pages = new Map<string, Listed>()
  /** To read an address costs more than to find it here. */
  const known = new Set<string>()
  return {
    isFull: () => pages.size > maxOutsideAddresses,
    add(written: string, lastmod: string, base = anyPage): void {
      if (known.has(written)) return
      known.add(written)
      const full = webAddress(written, base)
      if (full === undefined) return
      const url = new URL(full)
      if (files.test(url.pathname)) return
      if (siteOf(full) !== site || (from === 'links' && isHome(url.href))) return
      url.hash = ''
      pages.set(url.href, pages.get(url.href) ?? { address: url.href, date: readDate(lastmod) })
    },
    result: (): FoundAddresses => ({
      from,
      pages: [...pages.values()],
      sitemaps: [],
      lists: [],
    }),
  }
}
