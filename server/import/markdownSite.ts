import { isDocumentName } from '../../contract/documents.ts'
import { kinds, type RecordKind } from '../../contract/kinds.ts'
import { type MovedKind, type MovedPart, movedKinds } from '../../contract/movedRecords.ts'
import { readableAddress } from '../../contract/redirects.ts'
import { cellOfModels, type Model, labelOf, pairsInCell } from '../../contract/sheetColumns.ts'
import { readDate } from './dates.ts'
import { type ExportedEntry, partOfEntries } from './exportedEntries.ts'
import { type FrontValue, type FrontValues, readFrontMatter, readSettings } from './frontMatter.ts'
import { htmlOfText, pictureAt } from './markdownText.ts'
import { linkTo } from './oldSystem.ts'
import { UnreadableSource } from './unreadableSource.ts'

/** A file of the folder, by its path there. */
export interface TextFile {
  path: string
  read(): string
}

/** Where Hexo and Hugo have what is to be published; beside it lie themes, samples and words about the program. */
const contentFolder = /(?:^|\/)(?:source\/(?:_posts\/|_drafts\/)?|content\/(?:zh(?:-\w+)?\/)?|_posts\/|_drafts\/)/
const noContent =
  /(?:^|\/)(?:(?:themes|archetypes|scaffolds)\/|(?:readme|license|changelog|_index(?:\.[\w-]+)?)\.\w+$)/i

/** The posts and pages of a folder of Markdown, as Hexo and Hugo have it. */
export function readMarkdownSite(files: readonly TextFile[], after: string): MovedPart {
  const texts = files.filter(({ path }) => /\.(?:md|markdown)$/i.test(path))
  const hasFolder = texts.some(({ path }) => contentFolder.test(path))
  const contents = texts.filter(({ path }) => !noContent.test(path) && (!hasFolder || contentFolder.test(path)))
  if (contents.length === 0)
    throw new UnreadableSource('里面没有Markdown文章（.md）。请选老网站的整个文件夹，或者它的.zip')
  const settings: FrontValues = new Map()
  for (const { path, read } of files)
    if (/\.(?:ya?ml|toml)$/i.test(path) && !noContent.test(path))
      for (const [name, value] of readSettings(read()).values) settings.set(name, value)
  const others = texts.filter((file) => !contents.includes(file)).map(({ path }) => path)
  const notes =
    others.length > 0 ? [`不是文章的文件有${others.length}个，没有读取：${others.slice(0, 5).join('、')}`] : []
  const table = files.find(({ path }) => /(?:^|\/)addresses\.csv$/.test(path))
  const moved = table && addressesIn(table.read())
  const left: Left = { fields: new Map(), tags: new Set() }
  const entries = contents.map((file) => entryOf(file, { settings, moved, left }))
  const known = new Set(entries.flatMap(({ from }) => from))
  notes.push(...wordsOf(left, contents.length))
  const unknown = [...(moved?.values() ?? [])].flat().filter((from) => !known.has(from)).length
  if (unknown > 0)
    notes.push(
      `addresses.csv里有${unknown}个旧地址没有对应的内容，没有带过来。可以在“网站设置 › 旧地址 › 一次添加多个”里粘贴`,
    )
  return partOfEntries(entries, after, { lists: [], notes })
}

/** The addresses that lead to each one, by the table that this site writes beside its Markdown; undefined for another table. */
function addressesIn(table: string): Map<string, string[]> | undefined {
  const rows = table.replaceAll('\r', '').matchAll(/^("?)([^"\n]{1,2000}?)\1,\1([^"\n]{1,2000})\1$/gm)
  const byTarget = new Map<string, string[]>()
  for (const [, , from = '', to = ''] of rows) byTarget.set(to, [...(byTarget.get(to) ?? []), readableAddress(from)])
  return byTarget.delete('新地址') ? byTarget : undefined
}

/** What has no place here: fields with the titles that have them, and tags. */
interface Left {
  fields: Map<string, string[]>
  tags: Set<string>
}

const mostNamed = 20

function wordsOf({ fields, tags }: Left, count: number): string[] {
  const whose = (titles: string[]): string => {
    if (titles.length === 1) return titles.join()
    return titles.length === count ? '每条都有' : `${titles.length}条`
  }
  const names = Array.from(fields, ([name, titles]) => `${name}（${whose(titles)}）`)
  const lines = [
    { words: '文件开头的这些项没有带过来', all: names },
    { words: '标签没有地方放，没有带过来', all: [...tags] },
  ]
  return lines
    .filter(({ all }) => all.length > 0)
    .map(
      ({ words, all }) =>
        `${words}：${all.slice(0, mostNamed).join('、')}${all.length > mostNamed ? `等${all.length}个` : ''}`,
    )
}

type ValueOf = (...names: string[]) => string

interface Site {
  settings: FrontValues
  /** Only where this site has written the folder. */
  moved: ReadonlyMap<string, readonly string[]> | undefined
  left: Left
}

function entryOf({ path, read }: TextFile, { settings, moved, left }: Site): ExportedEntry {
  const { values, unread } = readFrontMatter(read())
  const place = placeOf(path)
  /** The first of these that it has. */
  const valueOf: ValueOf = (...names) => names.map((name) => firstOf(values.get(name))).find(Boolean) ?? ''
  const listOf = (...names: string[]): FrontValue[] =>
    [names.map((name) => values.get(name)).find((value) => value !== undefined && value !== '') ?? []].flat()
  const date = readDate(valueOf('date', 'publishdate', 'pubdate') || place.day)
  const folder = place.folders[0]?.toLowerCase() ?? ''
  const kind = movedKinds.find((name) => [name, `${name}s`].includes(folder))
  const isPage = kind === undefined ? place.isPage || valueOf('layout', 'type') === 'page' : kind === 'page'
  const columns = columnsIn(values, place.isHexo || moved !== undefined)
  const above = columns.at(-2)
  const column =
    columns.at(-1) || valueOf('tags') || (kind ? columnOf(kind) : place.folders[0]) || (isPage ? '页面' : '')
  const isDraft = valueOf('draft') === 'true' || valueOf('published') === 'false' || path.includes('_drafts/')
  const addresses = [
    valueOf('url', 'permalink') || addressOf({ ...place, isPage: isPage || place.isPage }, date, settings, valueOf),
    ...listOf('aliases').map(firstOf),
  ]
    .map((address) => address.replace(/^https?:\/\/[^/]*/i, '').replace(/^\/*/, '/'))
    // A word of the rule that is not known is still in its place.
    .filter((address) => address !== '/' && !address.includes(':'))
  const old = addresses.flatMap((address) => moved?.get(address) ?? [])
  const title = valueOf('title') || place.name
  for (const name of [...unread, ...(kind ? unusedIn(kind, values) : [])])
    left.fields.set(name, [...(left.fields.get(name) ?? []), title])
  for (const tag of listOf('tags').map(firstOf)) if (tag !== '' && tag !== column) left.tags.add(tag)
  const model = cellOfModels(listOf('models', 'model', 'sku', '型号').map(modelOf))
  const price = valueOf('price', '价格')
  return {
    key: `md-${path}`,
    isPage,
    ...(kind && { kind }),
    column,
    ...(above !== undefined && { above }),
    title,
    date,
    intro: valueOf('description', 'summary', 'excerpt'),
    cover: pictureAt(valueOf('cover', 'image', 'thumbnail', 'banner', 'cover.image', 'index_img'), path),
    gallery: listOf('pictures', 'gallery', 'images').map((picture) => pictureAt(pictureOf(picture), path)),
    ...(model !== '' && { model }),
    ...(price !== '' && { price }),
    specs: [
      ...listOf('specs', 'details', '参数').flatMap(specsOf),
      ...facts.map((name) => ({ term: labelOf('product', name), value: valueOf(name) })),
    ].filter(({ value }) => value !== ''),
    pinned: /^(?:true|[1-9]\d*)$/.test(valueOf('top', 'sticky', 'pinned')),
    path: valueOf('slug') || place.name,
    from: [...new Set([...addresses, ...old])],
    hidden: isDraft ? '原来是草稿' : '',
    read: (notes) =>
      htmlOfText(readFrontMatter(read()).text, path, notes) + listOf('documents').map(documentLink).join(''),
  }
}

/** A product without a group names no column: it goes into the first group. */
const columnOf = (kind: MovedKind): string => (kind === 'product' ? '' : kinds[kind].noun)

/** Texts of a product that are specs where it is moved to. */
const facts = ['lead', 'warranty']
const used = new Set([...facts, 'pinned', 'models', 'price', 'pictures', 'specs', 'details', 'documents'])

/** What staff call the fields of this site that it has, and that are not read. */
function unusedIn(kind: MovedKind, values: FrontValues): string[] {
  const { described, unique }: RecordKind = kinds[kind]
  const has = (name: string): boolean => ![undefined, '', 'false'].includes(values.get(name.toLowerCase())?.toString())
  const names = Object.keys(described).filter((name) => name !== unique && !used.has(name) && has(name))
  return names.map((name) => labelOf(kind, name))
}

const textsOf = (value: FrontValue): string[] =>
  typeof value === 'string' ? [value.trim()] : Array.from(value.values(), firstOf)

function modelOf(value: FrontValue): Model {
  const [model = '', note = ''] = textsOf(value)
  if (typeof value === 'string' || Array.isArray(value)) return { model, note }
  const specs = [value.get('specs') ?? []].flat().flatMap(specsOf)
  return { model, note, price: firstOf(value.get('price')), specs }
}

/** `功率: 5kW`, or two names for the term and its value. */
function specsOf(value: FrontValue): { term: string; value: string }[] {
  if (typeof value === 'string') return pairsInCell(value).map(({ name, text }) => ({ term: name, value: text }))
  const texts = textsOf(value)
  const [term = '', text = ''] = texts.length === 1 ? [...Array.from(value.keys(), String), ...texts] : texts
  return [{ term, value: text }]
}

const pictureOf = (value: FrontValue): string =>
  textsOf(value).find((text) => /\.(?:jpe?g|png|gif|webp|bmp)(?:$|\?)/i.test(text)) ?? firstOf(value)

function documentLink(value: FrontValue): string {
  const texts = textsOf(value)
  const address = texts.find((text) => isDocumentName(text))
  return address === undefined ? '' : linkTo(address, texts.find((text) => text !== address) ?? address)
}

/** Its address by the rules of the old site, or else of its system; '' where neither is known. */
function addressOf(place: Place, date: string, settings: FrontValues, valueOf: ValueOf): string {
  const { folders, name, isHexo, isHugo, isPage } = place
  const slug = valueOf('slug') || name
  const [section = ''] = folders
  const rule = isHexo
    ? firstOf(settings.get('permalink')) || ':year/:month/:day/:title/'
    : firstOf(settings.get(`permalinks.${section}`))
  if (isPage || rule === '')
    return isPage || isHugo ? `${[...folders, slug].join('/')}/`.toLowerCase().replaceAll(' ', '-') : ''
  const [year = '', month = '', day = ''] = date.split(/\D/)
  const words = new Map([
    ...Object.entries({ year, month, day, slug, section, name, filename: name, contentbasename: name }),
    ['i_month', String(Number(month))],
    ['i_day', String(Number(day))],
    ['title', isHexo ? [...folders, name].join('/') : valueOf('title')],
    ['category', valueOf('categories')],
  ])
  return rule.replace(/:(\w+)/g, (whole, word: string) => words.get(word) || valueOf(word) || whole)
}

function firstOf(value: FrontValue | undefined): string {
  if (value === undefined || typeof value === 'string') return value?.trim() ?? ''
  const [first] = value.values()
  return firstOf(first)
}

/** Hexo has a path of categories, or several of them; Hugo has a list, of which the first one counts. */
function columnsIn(values: FrontValues, isHexo: boolean): string[] {
  const written = [values.get('categories') ?? values.get('category') ?? []].flat()
  const path = isHexo ? written : written.slice(0, 1)
  return (Array.isArray(written[0]) ? written[0] : path).map(firstOf).filter((name) => name !== '')
}

interface Place {
  folders: string[]
  name: string
  /** That its name begins with; '' for none. */
  day: string
  isHexo: boolean
  isHugo: boolean
  isPage: boolean
}

/** Where it is in the site: `content/about/index.md` is the page `about`, and `source/_posts/2020-01-02-a.md` the post `a` of that day. */
function placeOf(path: string): Place {
  const root = contentFolder.exec(path)
  const inside = root ? path.slice(root.index + root[0].length) : path
  const folders = inside.replace(/(?:\.(?:zh|en)(?:-\w+)?)?\.\w+$/i, '').split('/')
  let last = folders.pop() ?? ''
  if (last === 'index') last = folders.pop() ?? last
  const [, day = '', name = last] = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/.exec(last) ?? []
  const isHexo = /_(?:posts|drafts)\//.test(path)
  const isHugo = root?.[0].includes('content/') ?? false
  return { folders, name, day, isHexo, isHugo, isPage: root !== null && !isHexo && (!isHugo || folders.length === 0) }
}
