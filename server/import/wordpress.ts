import { lostIn, maxMoved, type MovedKind, type MovedRecord, type MovedSource } from '../../contract/movedRecords.ts'
import { readXml, unescapeXml } from '../../contract/xml.ts'
import { UnreadableSource } from './unreadableSource.ts'

/** What an export file says of a post, page or attachment: the texts of its elements by their names. */
interface Item {
  texts: Record<string, string>
  category: string
  meta: Record<string, string>
}

/** Attachments, menus and revisions are among them. */
const maxItems = 60_000

/** The records of an export file of WordPress (WXR). */
export function readWordPress(xml: string): MovedSource {
  const items = itemsIn(xml)
  if (items.length === 0)
    throw new UnreadableSource('这不是WordPress的导出文件。请在WordPress后台“工具 › 导出”里选“所有内容”')
  const files = filesOf(items)
  const records: MovedRecord[] = []
  const others = new Map<string, number>()
  for (const item of items) {
    const { post_type: type = '', status = '' } = item.texts
    const kind = kindOf(type)
    if (kind && !goneStates.test(status)) records.push(recordOf(item, kind, files))
    else if (kind === undefined && !inner.test(type)) others.set(type, (others.get(type) ?? 0) + 1)
    if (records.length > maxMoved)
      throw new UnreadableSource(`文件里的内容超过${maxMoved}条，请在WordPress里按日期分几次导出`)
  }
  const notes = Array.from(others, ([type, count]) => `类型“${type}”的内容有${count}条，没有读取`)
  return { records, lists: [], notes }
}

const goneStates = /^(?:trash|auto-draft|inherit)$/
/** What is no content of its own. */
const inner = /^(?:attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_.*)?$/

function kindOf(type: string): MovedKind | undefined {
  if (type === 'post') return 'news'
  if (type === 'page') return 'page'
  if (/product/i.test(type) && !/variation/i.test(type)) return 'product'
  return /case|project|portfolio/i.test(type) ? 'case' : undefined
}

/** Element by element: only what stands directly in an item counts, so that its comments are not taken for it. */
function itemsIn(xml: string): Item[] {
  const items: Item[] = []
  const open: string[] = []
  let item: Item | undefined
  let field = ''
  let pair = { key: '', value: '' }
  for (const part of readXml(xml)) {
    if (part.is === 'text') {
      if (!item || field === '') continue
      if (field === 'meta_key') pair.key += part.text
      else if (field === 'meta_value') pair.value += part.text
      else item.texts[field] = (item.texts[field] ?? '') + part.text
    } else if (part.is === 'open') {
      const { name, fullName, attributes, empty } = part
      if (name === 'item') {
        item = { texts: {}, category: '', meta: {} }
        items.push(item)
        if (items.length > maxItems) throw new UnreadableSource('文件里的内容太多，请在WordPress里按日期分几次导出')
      }
      const depth = open.length - open.lastIndexOf('item')
      field = ''
      if (open.includes('item') && depth === 1) field = fullName === 'excerpt:encoded' ? 'excerpt' : name
      if (open.at(-1) === 'postmeta' && depth === 2) field = name
      // The first one is the one that WordPress shows first.
      if (field === 'category') field = item?.category === '' && attributes.domain === 'category' ? 'category' : ''
      if (!empty) open.push(name)
      else field = ''
    } else {
      while (open.length > 0 && open.pop() !== part.name);
      if (part.name === 'postmeta' && item) {
        item.meta[pair.key] = pair.value
        pair = { key: '', value: '' }
      }
      if (part.name === 'category' && item?.texts.category) {
        item.category = item.texts.category
        delete item.texts.category
      }
      if (part.name === 'item') item = undefined
      field = ''
    }
  }
  return items
}

interface Files {
  byId: ReadonlyMap<string, string>
  byPost: ReadonlyMap<string, readonly string[]>
}

function filesOf(items: readonly Item[]): Files {
  const byId = new Map<string, string>()
  const byPost = new Map<string, string[]>()
  for (const { texts } of items) {
    const { post_type: type, attachment_url: address = '', post_id: id = '', post_parent: post = '' } = texts
    if (type !== 'attachment' || address === '') continue
    byId.set(id, address)
    byPost.set(post, [...(byPost.get(post) ?? []), address])
  }
  return { byId, byPost }
}

function recordOf({ texts, category, meta }: Item, kind: MovedKind, files: Files): MovedRecord {
  const { post_id: id = '', link = '', title = '', status, post_name: name = '', post_password: password = '' } = texts
  const notes: string[] = []
  const html = htmlOf(texts.encoded ?? '', id, files, notes)
  const state = states[status ?? ''] ?? ''
  if (state !== '') notes.push(state)
  if (password !== '') notes.push('原来要密码才能看')
  if (html.trim() === '') notes.push('没有正文')
  const cover = files.byId.get(meta._thumbnail_id ?? '')
  const [date = ''] = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.exec(texts.post_date ?? '') ?? []
  return {
    key: `wp-${id}-${link}`,
    kind,
    column: category || (kind === 'page' ? '页面' : ''),
    title: plain(title),
    date,
    intro: plain(texts.excerpt ?? ''),
    html,
    pictures: cover === undefined ? [] : [cover],
    specs: [],
    pinned: texts.is_sticky === '1' && kind !== 'page',
    hidden: state !== '' || password !== '',
    path: decoded(name),
    from: addressesOf(link, `/?${kind === 'page' ? 'page_id' : 'p'}=${id}`),
    notes: [...notes, ...lostIn(html)],
  }
}

const states: Readonly<Record<string, string>> = {
  draft: '原来是草稿',
  pending: '原来在等审核',
  private: '原来是私密的',
  future: '原来还没有到发布时间',
}

const plain = (html: string): string => unescapeXml(html.replace(/<\/?[a-z][^<>]*>/gi, '')).trim()

/** Only a web address is one that anybody came by. The home page is never an old address. */
function addressesOf(link: string, byId: string): string[] {
  const [, rest = ''] = /^https?:\/\/[^/?#]+\/*([^#]*)/i.exec(link.trim()) ?? []
  return [...new Set([`/${rest}`, byId])].filter((address) => address !== '/')
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function htmlOf(stored: string, id: string, files: Files, notes: string[]): string {
  const isOfBlocks = stored.includes('<!-- wp:')
  const dynamic = [...stored.matchAll(/<!-- wp:([\w/-]+) (?:\{[^\n]*?\} )?\/-->/g)].map(([, name = '']) => name)
  const lostBlocks = [...new Set(dynamic)].filter((name) => !/^(?:spacer|separator|more|nextpage)$/.test(name))
  if (lostBlocks.length > 0) notes.push(`自动生成的内容没有带过来：${lostBlocks.slice(0, 5).join('、')}`)
  const html = withoutShortcodes(stored.replace(/<!--[^]*?-->/g, ''), id, files, notes)
  return isOfBlocks ? html : paragraphs(html)
}

const shortcode = /\[(\/?)([a-z][\w-]*)((?:\s+[\w-]+\s*=\s*(?:"[^"\]]*"|'[^'\]]*'|[^\s"'\]]+))*)\s*\/?\]/gi

/** Captions and galleries become markup; of other shortcodes the text between them stays. Words in brackets are none. */
function withoutShortcodes(html: string, id: string, files: Files, notes: string[]): string {
  const closed = new Set(Array.from(html.matchAll(/\[\/([a-z][\w-]*)\]/gi), ([, name = '']) => name.toLowerCase()))
  const unknown = new Set<string>()
  const written = html.replace(shortcode, (whole, slash: string, called: string, attributes: string) => {
    const name = called.toLowerCase()
    if (name === 'caption' || name === 'wp_caption') return slash === '' ? '<figure>' : '</figcaption></figure>'
    if (name === 'embed') return slash === '' ? '<p>' : '</p>'
    if (name === 'gallery') return slash === '' ? gallery(attributes, id, files) : ''
    if (attributes === '' && !closed.has(name)) return whole
    unknown.add(name)
    return ''
  })
  if (unknown.size > 0) notes.push(`短代码没有带过来：${[...unknown].slice(0, 5).join('、')}`)
  // In a caption the words follow the picture, which may be a link.
  return written.replace(
    /<figure>\s*((?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?)([^]*?)<\/figcaption><\/figure>/g,
    (_, picture: string, words: string) => `<figure>${picture}<figcaption>${words.trim()}</figcaption></figure>`,
  )
}

/** Of these files, or else of all that belong to the post. */
function gallery(attributes: string, id: string, { byId, byPost }: Files): string {
  const [, ids] = /ids\s*=\s*["']([\d,\s]*)/.exec(attributes) ?? []
  const all = ids === undefined ? (byPost.get(id) ?? []) : ids.split(',').map((each) => byId.get(each.trim()) ?? '')
  const pictures = all.filter((address) => address !== '')
  return `\n\n${pictures.map((address) => `<p><img src="${address.replace(/"/g, '%22')}"></p>`).join('')}\n\n`
}

const block =
  'address|article|aside|blockquote|caption|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul'
const opening = new RegExp(`<(?:${block})\\b[^<>]*>`, 'gi')
const closing = new RegExp(`</(?:${block})>`, 'gi')
const beginsWithBlock = new RegExp(`^</?(?:${block})\\b`, 'i')

/** Classic posts have no paragraphs: blank lines part them, and a line feed is a new line. */
function paragraphs(html: string): string {
  const pieces = html.replace(/\r\n?/g, '\n').split(/(<pre\b[^]*?<\/pre>)/i)
  return pieces.map((piece, at) => (at % 2 === 1 ? piece : paragraphsOf(piece))).join('')
}

const paragraphsOf = (html: string): string =>
  html
    .replace(opening, '\n\n$&')
    .replace(closing, '$&\n\n')
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => (beginsWithBlock.test(text) ? text : `<p>${text.replace(/\n/g, '<br>')}</p>`))
    .join('\n')
