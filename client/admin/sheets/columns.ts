import type { Rows } from './rows.ts'

/** What a column of a sheet becomes. */
export const columnUses = {
  title: '名称',
  model: '型号',
  intro: '描述',
  body: '正文',
  group: '分类',
  pictures: '图片',
  documents: '资料',
  date: '日期',
  spec: '参数',
  none: '不导入',
} as const
export type ColumnUse = keyof typeof columnUses

export type SheetKind = 'product' | 'news'

/** Which there are for a kind; only columns of specs may be several. */
export const usesOf: Readonly<Record<SheetKind, readonly ColumnUse[]>> = {
  product: ['title', 'model', 'intro', 'body', 'group', 'pictures', 'documents', 'spec', 'none'],
  news: ['title', 'intro', 'body', 'pictures', 'date', 'none'],
}

/** From the most to the least telling: the first column that fits has the use. */
const names: Readonly<Partial<Record<ColumnUse, RegExp>>> = {
  title: /^(?:(?:产品|商品|货品|新闻|文章)?(?:名称|名|标题|品名)|title|name|product)$/i,
  model: /^(?:(?:产品|规格)?型号|型号规格|规格型号|货号|编号|sku|model)$/i,
  intro: /^(?:(?:产品|商品|文章|新闻)?(?:简介|描述|摘要|概述|简述|说明)|卖点|description|summary)$/i,
  body: /^(?:(?:产品|商品|文章|新闻)?(?:详情|内容|正文|详细介绍|介绍|详细说明)|content|body|details?)$/i,
  group: /^(?:(?:产品|商品|所属)?(?:分类|类别|类目|栏目|系列|位置)|category|group|type)$/i,
  pictures: /(?:图片|封面|主图|照片|图集|image|photo|picture)/i,
  documents: /(?:资料|附件|说明书|样本|手册|文档|pdf|document|download)/i,
  date: /^(?:(?:发布|发表|更新|创建)?(?:日期|时间)|date|time)$/i,
}
const ignored = /^(?:序号|id|no\.?|排序|点击|浏览量|状态|作者|来源|\s*)$/i

/** The first row has the names of the columns. */
export function guessColumns(kind: SheetKind, [heads = []]: Rows): ColumnUse[] {
  const uses: ColumnUse[] = heads.map(() => (kind === 'product' ? 'spec' : 'none'))
  const taken = new Set<number>()
  for (const use of usesOf[kind]) {
    const index = heads.findIndex(
      (head, at) => !taken.has(at) && names[use]?.test(head.replace(/[\s*＊：:（(].*$/, '')),
    )
    if (index === -1) continue
    uses[index] = use
    taken.add(index)
  }
  // A sheet has a name for each row, most often in its first column.
  if (!uses.includes('title')) {
    const first = heads.findIndex((head, at) => !taken.has(at) && !ignored.test(head))
    if (first !== -1) uses[first] = 'title'
  }
  return uses.map((use, at) => (use === 'spec' && ignored.test(heads[at] ?? '') ? 'none' : use))
}

/** Two columns of one use are a mistake, but for specs. */
export function withUse(uses: readonly ColumnUse[], at: number, use: ColumnUse, otherwise: ColumnUse): ColumnUse[] {
  const isAlone = use !== 'spec' && use !== 'none'
  return uses.map((each, index) => {
    if (index === at) return use
    return isAlone && each === use ? otherwise : each
  })
}
