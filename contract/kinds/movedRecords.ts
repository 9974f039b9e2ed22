import type { KindName } from './kinds.ts'
import { addressOfPage } from '../site/sitePages.ts'
import { unescapeXml } from '../text/xml.ts'

/** What a record of another system can become. */
export const movedKinds = ['product', 'news', 'case', 'page'] as const satisfies readonly KindName[]
export type MovedKind = (typeof movedKinds)[number]
/** The lists of this site, by what is in them. */
export const listPages: Readonly<Record<Exclude<MovedKind, 'page'>, string>> = {
  product: addressOfPage('product'),
  news: addressOfPage('news'),
  case: addressOfPage('cases'),
}
/** A column of this name says only that it has products, and is no group of them. */
export const ofAllProducts =
  /^(?:公司|企业|主营|全部|所有|我们的?)?(?:产品|商品)(?:中心|展示|展厅|介绍|列表|分类|目录|系列|大全|详情|信息)?(?:（\w+）)?$|^商[店城]$|^(?:our )?products?$|^shop$/i

export interface Spec {
  term: string
  value: string
}

/** A record of another system, before it is one of this site. */
export interface MovedRecord {
  /** The same whenever the source is read, and of no other record. */
  key: string
  /** A guess, unless `isTold`. */
  kind: MovedKind
  isTold?: boolean | undefined
  /** What the source has it in: a column, a category. Of products it becomes the group. */
  column: string
  /** The column that its own lies in, where there is one. */
  above?: string
  title: string
  /** `YYYY-MM-DD HH:mm:ss`; '' where none is known. */
  date: string
  intro: string
  /** Not cleaned. */
  html: string
  /** Addresses, or paths in the old site, the cover first. Those in `html` are not among them, unless they are the cover. */
  pictures: readonly string[]
  specs: readonly Spec[]
  /** Of a product; a line for each. */
  model?: string
  price?: string
  pinned: boolean
  /** Visitors of the old site did not see it, or this site has its like: it is not ticked, and `notes` say why. */
  hidden: boolean
  /** The end of its address in the old site, which a page can keep; '' for none. */
  path: string
  /** Addresses that it had, without the host. */
  from: readonly string[]
  /** Lists that led to it, which are among those of the source as the `column` that they show. */
  lists?: readonly string[]
  /** For staff: what was not understood. */
  notes: readonly string[]
}

/** What was read of another system. */
export interface MovedSource {
  records: readonly MovedRecord[]
  /** Lists of the old site, and the pages that take their places: of a column, where its records go, and else `to`. */
  lists: readonly { from: string; to: string; column?: string }[]
  /** For staff: what was left out altogether. */
  notes: readonly string[]
  /** What it says of the company, by the names of the settings; '' where it says nothing. */
  company?: Company
}

/** The settings that another system may know. */
export const companyFields = ['siteName', 'companyName', 'hotline', 'mailbox', 'address', 'icp'] as const
export type Company = Readonly<Partial<Record<(typeof companyFields)[number], string>>>

/** A source that is sent part by part. */
export interface MovedPart extends MovedSource {
  /** Asks for what is behind this part; '' where it is the last. */
  next: string
}

/** More records than these are not read. */
export const maxMoved = 10_000

/** How files are called that other systems have their content in: a database of SQLite, a dump of one of MySQL, and an export. */
export const movedEndings = {
  pbootcms: ['.db', '.sqlite', '.sqlite3'],
  dump: ['.sql', '.sql.gz'],
  wordpress: ['.xml'],
}
/** So large a dump may be, also once it is unpacked. */
export const maxDumpBytes = 200 * 1_048_576
export const isDumpName = (name: string): boolean => movedEndings.dump.some((end) => name.toLowerCase().endsWith(end))
export const isMovedName = (name: string): boolean =>
  Object.values(movedEndings)
    .flat()
    .some((end) => name.toLowerCase().endsWith(end))

const embedded = '正文里嵌入的网页或视频没有带过来'
const lost: Readonly<Record<string, string>> = {
  iframe: embedded,
  embed: embedded,
  object: embedded,
  video: '正文里的视频要重新上传',
  audio: '正文里的音频没有带过来',
  form: '正文里的表单没有带过来',
  script: '正文里的脚本没有带过来',
}

/** What the cleaner will leave out of a text, in words. */
export function lostIn(html: string): string[] {
  const elements = html.matchAll(/<(iframe|embed|object|video|audio|form|script)\b/gi)
  return [...new Set(Array.from(elements, ([, name = '']) => lost[name.toLowerCase()] ?? ''))]
}

/** The addresses that elements of a text have in an attribute, each once. */
function addressesIn(html: string, element: string, attribute: string): string[] {
  const written = new RegExp(`<${element}\\b[^<>]*?\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'gi')
  const addresses = Array.from(html.matchAll(written), ([, double, single, bare]) =>
    unescapeXml(double ?? single ?? bare ?? ''),
  )
  return [...new Set(addresses)]
}

/** What the links of a text lead to. */
export const linksIn = (html: string): string[] => addressesIn(html, 'a', 'href')
export const picturesIn = (html: string): string[] => addressesIn(html, 'img', 'src')
