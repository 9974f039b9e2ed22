import { listPages, ofAllProducts } from '../contract/kinds/movedRecords.ts'

const lists: readonly (readonly [RegExp, keyof typeof listPages])[] = [
  [ofAllProducts, 'product'],
  [/^(?:公司|企业)?(?:新闻|资讯|动态)(?:中心|资讯|动态|列表)?$|^博客$|^(?:blog|news)$/i, 'news'],
  [/^(?:工程|客户|成功|项目)?案例(?:中心|展示|列表)?$|^(?:cases?|projects?|portfolio)$/i, 'case'],
]
/** More than this is a text, whatever it is called. */
const longestOfList = 60

/** The page that this site makes itself in the place of one of the old site; undefined where it has none. */
export function ownPageFor(title: string, html: string): string | undefined {
  if (/^(?:网站)?[首主]页$|^home(?: ?page)?$/i.test(title)) return '/'
  const text = html.replace(/<[^<>]*>|\[[^[\]]*\]|\s/g, '')
  const [, kind] = (text.length <= longestOfList && lists.find(([words]) => words.test(title))) || []
  return kind && listPages[kind]
}

export const isMadeHere = '本站自己有这一页，先不选'
