import type { KindName } from './kinds.ts'

/** What a record of another system can become. */
export type MovedKind = Exclude<KindName, 'carousel'>
export const movedKinds: readonly MovedKind[] = ['product', 'news', 'case', 'page']

/** A record of another system, before it is one of this site. */
export interface MovedRecord {
  /** The same whenever the source is read, and of no other record. */
  key: string
  /** A guess. */
  kind: MovedKind
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
  specs: readonly { term: string; value: string }[]
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
  /** For staff: what was not understood. */
  notes: readonly string[]
}

/** What was read of another system. */
export interface MovedSource {
  records: readonly MovedRecord[]
  /** Lists of the old site, and the pages that take their places. */
  lists: readonly { from: string; to: string }[]
  /** For staff: what was left out altogether. */
  notes: readonly string[]
}

/** A source that is sent part by part. */
export interface MovedPart extends MovedSource {
  /** Asks for what is behind this part; '' where it is the last. */
  next: string
}

/** More records than these are not read. */
export const maxMoved = 10_000

/** How files are called that other systems have their content in: a database of SQLite, and an export. */
export const movedEndings = { pbootcms: ['.db', '.sqlite', '.sqlite3'], wordpress: ['.xml'], ghost: ['.json'] }
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

/** The addresses of the pictures in a text, each once. */
export const picturesIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/<img\b[^<>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)].map(
      ([, double, single, bare]) => double ?? single ?? bare ?? '',
    ),
  ),
]
