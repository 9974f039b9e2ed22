import { listPages, type MovedPart } from '../../contract/movedRecords.ts'
import { chinaDate, readDate } from './dates.ts'
import { partOfEntries, wordsIn } from './exportedEntries.ts'
import { UnreadableSource } from './unreadableSource.ts'

type Row = Readonly<Record<string, unknown>>

/** The posts and pages of an export of Ghost. */
export function readGhost(text: string, after: string): MovedPart {
  const tables = tablesIn(text)
  const rowsOf = (table: string): Row[] =>
    [tables[table]].flat().filter((row): row is Row => typeof row === 'object' && row !== null)
  const posts = rowsOf('posts')
  if (posts.length === 0)
    throw new UnreadableSource(
      '这不是Ghost的导出文件。请在Ghost后台“Settings › Import/Export”里点“Export”，选内容的.json',
    )
  const tags = new Map(rowsOf('tags').map((tag) => [tag.id, tag]))
  const columns = new Map<unknown, string>()
  // The first one is the main one; those with a # are of the staff.
  for (const { post_id, tag_id } of rowsOf('posts_tags').sort((one, other) => orderOf(one) - orderOf(other))) {
    const name = wordsIn(tags.get(tag_id), 'name')
    if (name !== '' && !name.startsWith('#') && !columns.has(post_id)) columns.set(post_id, name)
  }
  const entries = posts.map((post) => {
    const isPage = post.type === 'page' || post.page === 1 || post.page === true
    const slug = wordsIn(post, 'slug')
    return {
      key: `ghost-${wordsIn(post, 'uuid') || wordsIn(post, 'id')}`,
      isPage,
      column: columns.get(post.id) ?? (isPage ? '页面' : ''),
      title: wordsIn(post, 'title'),
      date: dateOf(post.published_at ?? post.created_at),
      intro: wordsIn(post, 'custom_excerpt'),
      cover: here(wordsIn(post, 'feature_image')),
      pinned: !isPage && (post.featured === 1 || post.featured === true),
      path: slug,
      from: slug === '' ? [] : [`/${slug}/`],
      hidden: whyHidden(post),
      read: (notes: string[]) => textOf(post, notes),
    }
  })
  const lists = [...tags.values()].map((tag) => ({ from: `/tag/${wordsIn(tag, 'slug')}/`, to: listPages.news }))
  const others = rowsOf('posts_tags').length - columns.size
  const notes = others > 0 ? [`一篇的第一个标签成为栏目，其余的标签有${others}处，没有读取`] : []
  return partOfEntries(entries, after, { lists: [...lists, { from: '/rss/', to: listPages.news }], notes })
}

function tablesIn(text: string): Readonly<Record<string, unknown>> {
  const { db, ...rest } = JSON.parse(text)
  return Object(db?.[0]?.data ?? rest.data)
}

/** Early versions have milliseconds. */
const dateOf = (written: unknown): string =>
  typeof written === 'number' ? chinaDate(written) : readDate(String(written ?? ''))
const orderOf = ({ sort_order }: Row): number => Number(sort_order) || 0

/** What stands in the place of the old site's address. */
const here = (text: string): string => text.replaceAll('__GHOST_URL__', '')

function whyHidden({ status, visibility }: Row): string {
  if (status === 'draft') return '原来是草稿'
  if (status === 'scheduled') return '原来还没有到发布时间'
  return (visibility ?? 'public') === 'public' ? '' : '原来只给会员看'
}

function textOf(post: Row, notes: string[]): string {
  const html = wordsIn(post, 'html')
  if (html === '' && (post.lexical || post.mobiledoc)) notes.push('正文是Ghost自己的格式，没有读')
  return here(html)
}
