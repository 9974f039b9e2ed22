import type { BesidePage } from './besidePage.ts'
import { type PageFacts, textIn } from './pageFacts.ts'
import type { PagePlace } from './pagePlace.ts'
import {
  attribute,
  type Element,
  elementsIn,
  isElement,
  isText,
  inLine,
  namesOf,
  type Parent,
  tagOf,
  plainText,
} from './tree.ts'
import { isAboutText } from './trimBlocks.ts'

/** The end of a name that a site or a company may have. */
const ofSite = /(?:公司|集团|官网|网站|首页|科技|工厂|厂|中心|网|店|频道)$/
/** What every page of a kind is called. */
const ofKind: readonly RegExp[] = [
  /^[一-龥]{0,4}(?:新闻|产品|案例|文章|资讯|动态)[一-龥]{0,4}$/,
  // A notice has a subject in front.
  /^(?:公司|企业|本站|网站|最新|重要)?(?:公告|通知){1,2}(?:栏|列表|详情|内容)?$/,
  /^(?:首页|主页)/,
  /^(?:详情|内容页?|正文|无标题文档|untitled(?: document)?)$/i,
]
const isOfKind = (text: string): boolean => ofKind.some((name) => name.test(text.replace(/[-–—_|\s]+$/, '')))
const separators = /\s*[_|｜»›]\s*|\s+[-–—]+\s+|\s*[–—]{1,2}\s*/
const longest = 150

interface TitleSigns {
  /** The first lines of its main text. */
  beginning: string[]
  place: PagePlace
  beside: BesidePage | undefined
}

/** The title of the page without the name of the site. What another page has as well is none. */
export function titleOf(
  { metas, objects, documentTitle }: PageFacts,
  document: Parent,
  main: Element | undefined,
  { beginning, place, beside }: TitleSigns,
): string {
  const isShared = (text: string): boolean => beside?.has.has(text) ?? false
  const shared = metas.get('og:title') ?? ''
  const firsts = [...elementsIn(document)]
    .filter((element) => tagOf(element) === 'h1' && !leadsHome(element))
    .map(plainText)
  // Another one may have the same title, as the notice of each year has.
  const isNamed = firsts.some((text) => documentTitle.startsWith(text) && isOwn(text) && !ofSite.test(text))
  const full = (documentTitle === beside?.documentTitle && !isNamed ? '' : documentTitle) || shared
  const { headings, sites } = headingsIn(document, main)
  const lines = [...headings, ...beginning]
  const [best] = lines
    .filter((text) => full.includes(text) && (full.startsWith(text) || !ofSite.test(text)) && isOwn(text))
    .sort((a, b) => Number(full.startsWith(b)) - Number(full.startsWith(a)) || b.length - a.length)
  if (best !== undefined) return best
  const headline = textIn(objects.find((object) => textIn(object.headline) !== '')?.headline)
  if (headline !== '') return headline
  const short = withoutSite(shared || full, [...sites, metas.get('og:site_name') ?? ''])
  // By another page it is known that the last step is of this one alone. The second one may be of a column, and comes last.
  const step = beside && place.endsHere && !isShared(place.text) ? (place.steps.at(-1) ?? '') : ''
  const ownFirsts = beside ? firsts.filter((text) => !isShared(text)) : []
  const candidates = [place.steps.length > 2 ? step : '', ...ownFirsts, short, step]
  const ownTitle = candidates.find((text) => isOwn(text) && !ofSite.test(text))
  if (ownTitle !== undefined) return ownTitle
  // All pages of the site have the same title.
  const near = [...headings, ...linesBefore(document, main), ...beginning.filter((text) => !/[。；，]$/.test(text))]
  const isTelling = (text: string): boolean =>
    text.length > 3 && text !== short && !ofSite.test(text) && !isShared(text)
  return near.find((text) => isTelling(text) && isOwn(text)) ?? (short || documentTitle)
}

const isOwn = (text: string): boolean =>
  text.length > 1 && text.length <= longest && !isOfKind(text) && !isAboutText(text)

const titleName =
  /(?:^|[\s_-])(?:title|tit|biaoti|headline|activity-name|article-?title|news-?title|post-?title)(?:$|[\s\d_-])/

/** The elements in front of the main text and in it. */
function* upTo(document: Parent, main: Element | undefined): Generator<Element> {
  for (const element of elementsIn(document)) {
    yield element
    if (element !== main) continue
    yield* elementsIn(main)
    return
  }
}

/** What the page shows as headings; `sites` are those that lead to the first page of the site. */
function headingsIn(document: Parent, main: Element | undefined): { headings: string[]; sites: string[] } {
  const headings = new Set<string>()
  const sites = new Set<string>()
  for (const element of upTo(document, main)) {
    const isNamed = /^(?:h[4-6]|div|p|span|td|strong|b)$/.test(tagOf(element)) && titleName.test(namesOf(element))
    if (!isNamed && !/^h[1-3]$/.test(tagOf(element))) continue
    const text = plainText(element)
    if (leadsHome(element)) sites.add(text)
    else if (text.length <= longest) headings.add(withoutDate(text))
    if (headings.size === 50) break
  }
  return { headings: [...headings], sites: [...sites] }
}

const leadsHome = (heading: Element): boolean =>
  [...elementsIn(heading)].some((element) =>
    /^(?:https?:\/\/[^/]+)?\/?(?:index\.\w+)?$/.test(attribute(element, 'href') || '-'),
  )

/** Some themes write it into the heading. */
const withoutDate = (text: string): string =>
  text.replace(/\s*(?:19|20)\d{2}[-/.年]\d{1,2}[-/.月]\d{1,2}日?[\s\d:]*$/, '')

/** Short lines in bold, in large letters or in the middle that stand in front of the main text, the last one first. */
function linesBefore(document: Parent, main: Element | undefined): string[] {
  const lines: string[] = []
  for (const element of elementsIn(document)) {
    if (element === main) break
    const isSet =
      /^(?:b|strong|center|font)$/.test(tagOf(element)) || attribute(element, 'align').toLowerCase() === 'center'
    if (isSet && isLine(element)) lines.push(plainText(element))
  }
  return lines.reverse()
}

const isLine = (element: Element): boolean =>
  element.childNodes.every(
    (child) => isText(child) || !isElement(child) || (inLine.has(tagOf(child)) && tagOf(child) !== 'a'),
  )

function withoutSite(title: string, sites: readonly string[]): string {
  const parts = title.split(separators).filter((part) => part !== '' && !sites.includes(part))
  const [first = ''] = parts
  const short = first.replace(/[-–—_|\s]+$/, '')
  const tight = short.split('-')
  const last = tight.at(-1) ?? ''
  const endsInSite = tight.length > 1 && (sites.includes(last) || ofSite.test(last))
  return endsInSite ? tight.slice(0, -1).join('-').trim() : short.trim()
}
