import { percentDecoded } from '../../contract/characters.ts'
import { lostIn, maxMoved, type MovedKind, type MovedPart, type MovedRecord } from '../../contract/movedRecords.ts'
import { readXml, unescapeXml } from '../../contract/xml.ts'
import { charactersAtOnce, maxText, partOf, recordsAtOnce, textIsCut } from './partOf.ts'
import { UnreadableSource } from './unreadableSource.ts'

/** What an export file says of a post, page or attachment: the texts of its elements by their names. */
interface Item {
  texts: Record<string, string>
  category: string
  cover: string
}

/** The elements of an item that are read. */
const known = new Set([
  'title',
  'link',
  'encoded',
  'excerpt',
  'category',
  'post_id',
  'post_date',
  'post_name',
  'post_type',
  'post_parent',
  'post_password',
  'attachment_url',
  'is_sticky',
  'status',
])

/** Attachments, menus and revisions are among them. */
const maxItems = 60_000
/** More sorts of content than a site has. */
const maxSorts = 20

/**
 * The records of an export file of WordPress (WXR) that are behind the first `after` ones. `bytes` has a character for each byte of it: in
 * memory a whole file of Chinese text would be twice as large, and its markup is the same.
 */
export function readWordPress(bytes: string, after: string): MovedPart {
  const begin = Number(after) || 0
  const items: { item: Item; kind: MovedKind }[] = []
  const files: Files = { byId: new Map(), byPost: new Map() }
  const others = new Map<string, number>()
  let count = 0
  let records = 0
  let characters = 0
  for (const item of itemsIn(bytes)) {
    if (++count > maxItems) throw new UnreadableSource('文件里的内容太多，请在WordPress里按日期分几次导出')
    const { post_type: type = '', status = '' } = item.texts
    const kind = kindOf(type)
    if (type === 'attachment') addFile(files, item)
    else if (kind && !goneStates.test(status)) {
      // Texts that are not for this part would fill the memory.
      if (++records > begin && items.length < recordsAtOnce && characters < charactersAtOnce) {
        items.push({ item, kind })
        for (const text of Object.values(item.texts)) characters += text.length
      }
    } else if (kind === undefined && !inner.test(type)) others.set(type, (others.get(type) ?? 0) + 1)
    if (records > maxMoved) throw new UnreadableSource(`文件里的内容超过${maxMoved}条，请在WordPress里按日期分几次导出`)
  }
  if (count === 0) throw new UnreadableSource('这不是WordPress的导出文件。请在WordPress后台“工具 › 导出”里选“所有内容”')
  function* read(): Iterable<MovedRecord> {
    for (const { item, kind } of items) yield movedRecord(item, kind, files)
  }
  const part = partOf(read()).records
  const end = begin + part.length
  const notes = Array.from(others, ([type, found]) => `类型“${type.slice(0, 40)}”的内容有${found}条，没有读取`)
  return {
    records: part,
    lists: [],
    notes: begin === 0 ? notes.slice(0, maxSorts) : [],
    next: end < records ? String(end) : '',
  }
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
function* itemsIn(bytes: string): Generator<Item> {
  const open: string[] = []
  let item: Item | undefined
  let field = ''
  let pair = { key: '', value: '' }
  for (const part of readXml(bytes, readUtf8)) {
    if (part.is === 'text') {
      if (!item || field === '') continue
      if (field === 'meta_key') pair.key = joined(pair.key, part.text)
      else if (field === 'meta_value') pair.value = joined(pair.value, part.text)
      else if (known.has(field)) item.texts[field] = joined(item.texts[field] ?? '', part.text)
    } else if (part.is === 'open') {
      const { name, fullName, attributes, empty } = part
      if (name === 'item') {
        if (item) yield item
        item = { texts: {}, category: '', cover: '' }
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
        if (pair.key === '_thumbnail_id') item.cover = pair.value
        pair = { key: '', value: '' }
      }
      if (part.name === 'category' && item?.texts.category) {
        item.category = item.texts.category
        delete item.texts.category
      }
      if (part.name === 'item' && item) {
        yield item
        item = undefined
      }
      field = ''
    }
  }
  if (item) yield item
}

/** A character has at most three bytes, or four of which JavaScript makes two. */
const readUtf8 = (bytes: string): string => {
  const text = bytes.length > 3 * maxText ? bytes.slice(0, 3 * maxText + 3) : bytes
  return /[\x80-\xff]/.test(text) ? Buffer.from(text, 'latin1').toString() : text
}

/** One character too many says that it was cut. */
const joined = (text: string, more: string): string =>
  text.length > maxText ? text : text + more.slice(0, maxText + 1 - text.length)

interface Files {
  byId: Map<string, string>
  byPost: Map<string, string[]>
}

function addFile({ byId, byPost }: Files, { texts }: Item): void {
  const { attachment_url: address = '', post_id: id = '', post_parent: post = '' } = texts
  if (address === '') return
  byId.set(id, address)
  const ofPost = byPost.get(post) ?? []
  ofPost.push(address)
  byPost.set(post, ofPost)
}

function movedRecord({ texts, category, cover: coverId }: Item, kind: MovedKind, files: Files): MovedRecord {
  const { post_id: id = '', link = '', title = '', status, post_name: name = '', post_password: password = '' } = texts
  const notes: string[] = []
  const html = htmlOf(texts.encoded ?? '', id, files, notes)
  const state = states[status ?? ''] ?? ''
  if (state !== '') notes.push(state)
  if (password !== '') notes.push('原来要密码才能看')
  if (html.trim() === '') notes.push('没有正文')
  const cover = files.byId.get(coverId)
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
    path: percentDecoded(name),
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

function htmlOf(stored: string, id: string, files: Files, notes: string[]): string {
  const isOfBlocks = stored.includes('<!-- wp:')
  const dynamic = [...stored.matchAll(/<!-- wp:([\w/-]+) (?:\{[^\n]*?\} )?\/-->/g)].map(([, name = '']) => name)
  const lostBlocks = [...new Set(dynamic)].filter((name) => !/^(?:spacer|separator|more|nextpage)$/.test(name))
  if (lostBlocks.length > 0) notes.push(`自动生成的内容没有带过来：${lostBlocks.slice(0, 5).join('、')}`)
  const html = withoutShortcodes(stored.replace(/<!--[^]*?-->/g, ''), id, files, notes)
  const text = isOfBlocks ? html : paragraphs(html)
  if (stored.length > maxText || text.length > maxText) notes.push(textIsCut)
  return text.slice(0, maxText)
}

const shortcode = /\[(\/?)([a-z][\w-]*)((?:\s+[\w-]+\s*=\s*(?:"[^"\]]*"|'[^'\]]*'|[^\s"'\]]+))*)\s*\/?\]/gi

/** Captions and galleries become markup; of other shortcodes the text between them stays. Words in brackets are none. */
function withoutShortcodes(html: string, id: string, files: Files, notes: string[]): string {
  const closed = new Set(Array.from(html.matchAll(/\[\/([a-z][\w-]*)\]/gi), ([, name = '']) => name.toLowerCase()))
  const unknown = new Set<string>()
  const pictures = galleries(id, files)
  const written = html.replace(shortcode, (whole, slash: string, called: string, attributes: string) => {
    const name = called.toLowerCase()
    if (name === 'caption' || name === 'wp_caption') return slash === '' ? '<figure>' : '</figcaption></figure>'
    if (name === 'embed') return slash === '' ? '<p>' : '</p>'
    if (name === 'gallery') return slash === '' ? pictures(attributes) : ''
    if (attributes === '' && !closed.has(name)) return whole
    unknown.add(name)
    return ''
  })
  if (unknown.size > 0) notes.push(`短代码没有带过来：${[...unknown].slice(0, 5).join('、')}`)
  // In a caption the words follow the picture, which may be a link.
  return written.replace(
    /<figure>\s*((?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?)((?:(?!<figure>)[^])*?)<\/figcaption><\/figure>/g,
    (_, picture: string, words: string) => `<figure>${picture}<figcaption>${words.trim()}</figcaption></figure>`,
  )
}

/** Each of these files, or else of all that belong to the post. All galleries of a text together are no longer than one may be. */
function galleries(id: string, { byId, byPost }: Files): (attributes: string) => string {
  let room = maxText
  return (attributes) => {
    const [, ids] = /ids\s*=\s*["']([\d,\s]*)/.exec(attributes) ?? []
    const all = ids === undefined ? (byPost.get(id) ?? []) : ids.split(',').map((each) => byId.get(each.trim()) ?? '')
    let html = ''
    for (const address of all) {
      if (address === '') continue
      const picture = `<p><img src="${address.replace(/"/g, '%22')}"></p>`
      room -= picture.length
      if (room < 0) break
      html += picture
    }
    return `\n\n${html}\n\n`
  }
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
