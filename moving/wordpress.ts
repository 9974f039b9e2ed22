import { percentDecoded } from '../contract/text/characters.ts'
import {
  listPages,
  lostIn,
  maxMoved,
  type MovedKind,
  type MovedPart,
  type MovedRecord,
} from '../contract/kinds/movedRecords.ts'
import { readXml, unescapeXml } from '../contract/text/xml.ts'
import { isMadeHere, ownPageFor } from './ownPages.ts'
import { beginOf, charactersAtOnce, type Lists, maxText, partOf, recordsAtOnce, textIsCut } from './partOf.ts'
import { withPictureAddresses } from './pictureAddress.ts'
import { shopFacts, type Term } from './shopFacts.ts'
import { UnreadableSource } from './unreadableSource.ts'

/** What an export file says of a post, page or attachment: the texts of its elements by their names. */
interface Item {
  texts: Record<string, string>
  terms: Term[]
  meta: Map<string, string[]>
  comments: number
}

/** What it says of the site: its address, and what its categories are called and lie in. */
interface Site {
  link: string
  terms: Map<string, { name: string; parent: string }>
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

/** What is read of a category of the site. */
const knownOfTerm = new Set(
  'category_nicename category_parent cat_name term_taxonomy term_slug term_parent term_name'.split(' '),
)
const knownMeta = new Set(
  '_thumbnail_id _product_image_gallery _sku _price _product_attributes _product_url'.split(' '),
)
const maxTerms = 5_000

/** Attachments, menus and revisions are among them. */
const maxItems = 60_000
/** More sorts of content than a site has. */
const maxSorts = 20

/**
 * The records of an export file of WordPress (WXR) that are behind the first `after` ones. `bytes` has a character for each byte of it: in
 * memory a whole file of Chinese text would be twice as large, and its markup is the same.
 */
export function readWordPress(bytes: string, after: string): MovedPart {
  const begin = beginOf(after)
  const items: { item: Item; kind: MovedKind }[] = []
  const site: Site = { link: '', terms: new Map() }
  const source: Source = { site, byId: new Map(), byPost: new Map(), variations: new Map() }
  const remaining = new Map<string, number>()
  const leave = (words: string, count = 1): unknown => remaining.set(words, (remaining.get(words) ?? 0) + count)
  let count = 0
  let records = 0
  let characters = 0
  for (const item of itemsIn(bytes, site)) {
    if (++count > maxItems) throw new UnreadableSource('文件里的内容太多，请在WordPress里按日期分几次导出')
    const { post_type: type = '', status = '', post_parent: parent = '' } = item.texts
    const kind = kindOf(type)
    if (item.comments > 0) leave('评论', item.comments)
    const tags = item.terms.filter(({ domain }) => domain.endsWith('_tag')).length
    if (tags > 0) leave('标签', tags)
    if (type === 'attachment') addFile(source, item)
    else if (type === 'product_variation') addTo(source.variations, parent, item.meta)
    else if (kind && !goneStates.test(status)) {
      // Texts that are not for this part would fill the memory.
      if (++records > begin && items.length < recordsAtOnce && characters < charactersAtOnce) {
        items.push({ item, kind })
        for (const text of Object.values(item.texts)) characters += text.length
      }
    } else if (kind) leave('回收站里的和没有写完的内容')
    else if (type === 'nav_menu_item') leave('菜单里的链接')
    else if (!inner.test(type)) leave(`类型“${type.slice(0, 40)}”的内容`)
    if (records > maxMoved) throw new UnreadableSource(`文件里的内容超过${maxMoved}条，请在WordPress里按日期分几次导出`)
  }
  if (count === 0) throw new UnreadableSource('这不是WordPress的导出文件。请在WordPress后台“工具 › 导出”里选“所有内容”')
  const notes = Array.from(remaining, ([words, found]) => `${words}有${found}条，没有读取`)
  return partOf({
    total: records,
    after,
    summary: { lists: listsOf(site), notes: notes.slice(0, maxSorts) },
    *read(lists) {
      for (const { item, kind } of items) yield movedRecord(item, kind, source, lists)
    },
  })
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
function* itemsIn(bytes: string, site: Site): Generator<Item> {
  const open: string[] = []
  let item: Item | undefined
  let field = ''
  let term = { domain: '', slug: '' }
  let ofSite: Record<string, string> = {}
  let pair = { key: '', value: '' }
  for (const part of readXml(bytes, readUtf8)) {
    if (part.is === 'text') {
      if (field === '') continue
      if (!item) ofSite[field] = joined(ofSite[field] ?? '', part.text)
      else if (field === 'meta_key') pair.key = joined(pair.key, part.text)
      else if (field === 'meta_value') pair.value = joined(pair.value, part.text)
      else if (known.has(field)) item.texts[field] = joined(item.texts[field] ?? '', part.text)
    } else if (part.is === 'open') {
      const { name, fullName, attributes, empty } = part
      if (name === 'item') {
        if (item) yield item
        item = { texts: {}, terms: [], meta: new Map(), comments: 0 }
      }
      const depth = open.length - open.lastIndexOf('item')
      field = ''
      if (open.includes('item') && depth === 1) field = fullName === 'excerpt:encoded' ? 'excerpt' : name
      if (open.at(-1) === 'postmeta' && depth === 2) field = name
      if (!item && (knownOfTerm.has(name) || (name === 'link' && open.at(-1) === 'channel'))) field = name
      if (field === 'category') term = { domain: attributes.domain ?? '', slug: attributes.nicename ?? '' }
      if (item && name === 'comment') item.comments++
      if (!empty) open.push(name)
      else field = ''
    } else {
      while (open.length > 0 && open.pop() !== part.name);
      if (part.name === 'postmeta' && item) {
        const values = item.meta.get(pair.key) ?? []
        if (knownMeta.has(pair.key) && values.length < 100) item.meta.set(pair.key, [...values, pair.value.trim()])
        pair = { key: '', value: '' }
      }
      if (item && field === 'category' && item.terms.length < 200) {
        item.terms.push({ ...term, name: plain(item.texts.category ?? '') })
        delete item.texts.category
      }
      if (!item && (part.name === 'category' || part.name === 'term')) {
        addTerm(site, ofSite)
        ofSite = {}
      }
      if (!item && part.name === 'link') site.link ||= (ofSite.link ?? '').trim()
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

/** What is read of the file before its records are made. */
interface Source {
  site: Site
  byId: Map<string, string>
  byPost: Map<string, string[]>
  /** By the product that they belong to. */
  variations: Map<string, Item['meta'][]>
}

function addTerm({ terms }: Site, texts: Readonly<Record<string, string>>): void {
  const { term_taxonomy: domain = 'category', term_slug, category_nicename: slug = term_slug ?? '' } = texts
  const { term_name = '', cat_name: name = term_name, term_parent = '', category_parent: parent = term_parent } = texts
  if (terms.size < maxTerms) terms.set(`${domain.trim()}/${slug.trim()}`, { name: plain(name), parent: parent.trim() })
}

function addFile({ site, byId, byPost }: Source, { texts }: Item): void {
  const { attachment_url = '', post_id: id = '', post_parent: post = '' } = texts
  const address = attachment_url.trim()
  if (address === '') return
  byId.set(id, absolute(address, site))
  addTo(byPost, post, absolute(address, site))
}

function addTo<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key) ?? []
  values.push(value)
  map.set(key, values)
}

/** Uploads may be named without the host of the site. */
const absolute = (address: string, { link }: Site): string =>
  /^\/(?!\/)/.test(address) ? (/^https?:\/\/[^/?#\s"'<>]+/i.exec(link)?.[0] ?? '') + address : address

/** The addresses of the lists that WordPress and WooCommerce make. */
function listsOf({ terms }: Site): Lists {
  const pathOf = (domain: string, slug: string, depth = 0): string => {
    const { parent = '' } = terms.get(`${domain}/${slug}`) ?? {}
    return `${parent === '' || depth > 10 ? '' : pathOf(domain, parent, depth + 1)}${slug}/`
  }
  const lists: Lists = [{ from: '/feed/', to: listPages.news }]
  for (const [key, { name: column }] of terms) {
    const [domain = '', slug = ''] = key.split('/')
    if (domain === 'category') lists.push({ from: `/category/${pathOf(domain, slug)}`, to: listPages.news, column })
    if (domain === 'product_cat')
      lists.push({ from: `/product-category/${pathOf(domain, slug)}`, to: listPages.product, column })
  }
  return lists
}

const noColumn = /_tag$|^(?:post_format|product_(?:type|visibility|shipping_class)|pa_.*|language|nav_menu|author)$/

/** The first one that lies deepest: it is what WordPress shows first, and a shop ticks those above it as well. */
function columnOf(
  { terms, texts }: Item,
  kind: MovedKind,
  known: Site['terms'],
): Pick<MovedRecord, 'column' | 'above'> {
  const wanted = texts.post_type === 'post' ? /^category$/ : /cat/
  const named = terms.filter(({ domain }) => wanted.test(domain) && !noColumn.test(domain))
  const all = named.length > 0 || kind === 'news' ? named : terms.filter(({ domain }) => !noColumn.test(domain))
  const parentOf = ({ domain, slug }: Term): string => known.get(`${domain}/${slug}`)?.parent ?? ''
  const parents = new Set(all.map(parentOf))
  const category = all.find(({ slug }) => !parents.has(slug)) ?? all[0]
  const above = category && known.get(`${category.domain}/${parentOf(category)}`)?.name
  return { column: category?.name || (kind === 'page' ? '页面' : ''), ...(above && { above }) }
}

function movedRecord(item: Item, kind: MovedKind, source: Source, lists: Lists): MovedRecord {
  const { texts, terms, meta } = item
  const { post_id: id = '', link = '', status = '', post_name: name = '', post_password: password = '' } = texts
  const isPage = kind === 'page'
  const pictureIds = ['_thumbnail_id', '_product_image_gallery'].flatMap((key) =>
    (meta.get(key) ?? []).join().split(','),
  )
  const { notes: lost = [], ...facts } =
    kind === 'product' ? shopFacts(meta, terms, source.variations.get(id) ?? []) : { specs: [] }
  const [date = ''] = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.exec(texts.post_date ?? '') ?? []
  const isOffShelf = terms.some(({ slug }) => slug === 'exclude-from-catalog')
  const reasons = [
    states[status],
    password === '' ? undefined : '原来要密码才能看',
    isOffShelf ? '原来不在产品列表里' : undefined,
  ].filter((each) => each !== undefined)
  const notes = [...(reasons.length > 0 ? [reasons.join('，')] : []), ...lost]
  const title = plain(texts.title ?? '')
  const html = htmlOf(texts.encoded ?? '', id, source, notes)
  const from = addressesOf(link, `/?${isPage ? 'page_id' : 'p'}=${id}`)
  const madeHere = isPage ? ownPageFor(title, html) : undefined
  if (madeHere !== undefined) {
    notes.push(isMadeHere)
    for (const each of from) lists.push({ from: each, to: madeHere })
  } else if (html.trim() === '') notes.push('没有正文')
  const pictures = pictureIds.flatMap((each) => source.byId.get(each.trim()) ?? [])
  return {
    key: `wp-${id}-${link}`,
    kind,
    ...columnOf(item, kind, source.site.terms),
    title,
    date,
    intro: plain(texts.excerpt ?? ''),
    html,
    pictures: [...new Set(pictures)].filter((address) => address !== ''),
    ...facts,
    pinned: texts.is_sticky === '1' && !isPage,
    hidden: reasons.length > 0 || madeHere !== undefined,
    path: percentDecoded(name),
    from: madeHere === undefined ? from : [],
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

function htmlOf(stored: string, id: string, source: Source, notes: string[]): string {
  const isOfBlocks = stored.includes('<!-- wp:')
  const dynamic = [...stored.matchAll(/<!-- wp:([\w/-]+) (?:\{[^\n]*?\} )?\/-->/g)].map(([, name = '']) => name)
  const lostBlocks = [...new Set(dynamic)].filter((name) => !/^(?:spacer|separator|more|nextpage)$/.test(name))
  if (lostBlocks.length > 0) notes.push(`自动生成的内容没有带过来：${lostBlocks.slice(0, 5).join('、')}`)
  const html = withoutShortcodes(stored.replace(/<!--[^]*?-->/g, ''), id, source, notes)
  const { site } = source
  const text = withPictureAddresses(isOfBlocks ? html : paragraphs(html), (address) => absolute(address, site))
  if (stored.length > maxText || text.length > maxText) notes.push(textIsCut)
  return text.slice(0, maxText)
}

const shortcode = /\[(\/?)([a-z][\w-]*)((?:\s+[\w-]+\s*=\s*(?:"[^"\]]*"|'[^'\]]*'|[^\s"'\]]+))*)\s*\/?\]/gi

/** Captions and galleries become markup; of other shortcodes the text between them stays. Words in brackets are none. */
function withoutShortcodes(html: string, id: string, source: Source, notes: string[]): string {
  const closed = new Set(Array.from(html.matchAll(/\[\/([a-z][\w-]*)\]/gi), ([, name = '']) => name.toLowerCase()))
  const unknown = new Set<string>()
  const pictures = galleries(id, source)
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
function galleries(id: string, { byId, byPost }: Source): (attributes: string) => string {
  let room = maxText
  return (attributes) => {
    const [, ids] = /ids\s*=\s*["']([\d,\s]*)/.exec(attributes) ?? []
    const all = ids === undefined ? (byPost.get(id) ?? []) : ids.split(',').map((part) => byId.get(part.trim()) ?? '')
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
