import type { MovedPart } from '../../contract/movedRecords.ts'
import { readDate } from './dates.ts'
import { type ExportedEntry, partOfEntries } from './exportedEntries.ts'
import { type FrontValue, type FrontValues, readFrontMatter, readSettings } from './frontMatter.ts'
import { htmlOfText, pictureAt } from './markdownText.ts'
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
  const left = texts.filter((file) => !contents.includes(file)).map(({ path }) => path)
  const notes = left.length > 0 ? [`不是文章的文件有${left.length}个，没有读取：${left.slice(0, 5).join('、')}`] : []
  const entries = contents.map((file) => entryOf(file, settings))
  return partOfEntries(entries, after, { lists: [], notes })
}

type ValueOf = (...names: string[]) => string

function entryOf({ path, read }: TextFile, settings: FrontValues): ExportedEntry {
  const { values, unread } = readFrontMatter(read())
  const place = placeOf(path)
  /** The first of these that it has. */
  const valueOf: ValueOf = (...names) => names.map((name) => firstOf(values.get(name))).find(Boolean) ?? ''
  const date = readDate(valueOf('date', 'publishdate', 'pubdate') || place.day)
  const isPage = place.isPage || valueOf('layout', 'type') === 'page'
  const columns = columnsIn(values, place.isHexo)
  const above = columns.at(-2)
  const isDraft = valueOf('draft') === 'true' || valueOf('published') === 'false' || path.includes('_drafts/')
  const addresses = [
    valueOf('url', 'permalink') || addressOf({ ...place, isPage }, date, settings, valueOf),
    ...[values.get('aliases') ?? []].flat().map(firstOf),
  ]
  return {
    key: `md-${path}`,
    isPage,
    column: columns.at(-1) || valueOf('tags') || place.folders[0] || (isPage ? '页面' : ''),
    ...(above !== undefined && { above }),
    title: valueOf('title') || place.name,
    date,
    intro: valueOf('description', 'summary', 'excerpt'),
    cover: pictureAt(valueOf('cover', 'image', 'thumbnail', 'banner', 'cover.image', 'images', 'index_img'), path),
    pinned: /^(?:true|[1-9]\d*)$/.test(valueOf('top', 'sticky', 'pinned')),
    path: valueOf('slug') || place.name,
    from: addresses
      .map((address) => address.replace(/^https?:\/\/[^/]*/i, '').replace(/^\/*/, '/'))
      // A word of the rule that is not known is still in its place.
      .filter((address) => address !== '/' && !address.includes(':')),
    hidden: isDraft ? '原来是草稿' : '',
    read(notes) {
      if (unread.length > 0) notes.push(`开头没有看懂的：${unread.slice(0, 5).join('、')}`)
      return htmlOfText(readFrontMatter(read()).text, path, notes)
    },
  }
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

const firstOf = (value: FrontValue | undefined): string =>
  Array.isArray(value) ? firstOf(value[0]) : (value ?? '').trim()

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
