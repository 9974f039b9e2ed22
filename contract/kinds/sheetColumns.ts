import { pathOf } from './groups.ts'
import { type KindName, kindNames, kinds, ofEach, recordKind } from './kinds.ts'
import type { RecordField, RecordFields } from './recordFields.ts'
import { type SheetKind, sheetKinds } from './sheetKinds.ts'
import type { SiteField } from '../site/siteFieldKinds.ts'

/** A list of names and texts: the columns that are nothing else become its items. */
interface PairsField {
  field: string
  label: string
  name: string
  text: string
  /** Whether an item is highlighted; '' where none can be. */
  mark: string
  max: number
  nameMax: number
  textMax: number
}

/** Which field of a record a column fills, where that has no column of its own by its description. */
interface SheetFields {
  title: string
  intro: string
  body: string
  cover: string
  date: string | undefined
  group: string | undefined
  pictures: string | undefined
  documents: string | undefined
  pairs: PairsField | undefined
}

function sheetFieldsOf(kind: KindName): SheetFields {
  const { title, page, body = '', cover = '', filter: group, described } = recordKind(kind)
  const named = (fits: (field: RecordField) => boolean): string | undefined =>
    Object.entries(described).find(([, field]) => fits(field))?.[0]
  const listOf = (fits: (item: SiteField) => boolean): string | undefined =>
    named((field) => field.kind === 'list' && fits(field.of))
  return {
    title,
    intro: page?.text ?? '',
    body,
    cover,
    group,
    date: named((field) => field.kind === 'moment' && field.sheet !== undefined),
    pictures: listOf((item) => item.kind === 'picture'),
    documents: listOf((item) => item.kind === 'object' && Object.values(item.fields).some(isDocument)),
    pairs: pairsOf(described),
  }
}
const isDocument = ({ kind }: SiteField): boolean => kind === 'document'

/** So many characters the text of a field may have. */
export const maxOf = (field: SiteField | undefined): number =>
  field && 'max' in field ? (field.max ?? Infinity) : Infinity

function pairsOf(described: RecordFields): PairsField | undefined {
  for (const [field, list] of Object.entries(described)) {
    if (!list.pairs || list.kind !== 'list' || list.of.kind !== 'object') continue
    const { fields } = list.of
    const [name = '', text = '', mark = ''] = Object.keys(fields)
    const { label, max } = list
    return { field, label, name, text, mark, max, nameMax: maxOf(fields[name]), textMax: maxOf(fields[text]) }
  }
  return undefined
}

export const sheetFields = ofEach(kindNames, sheetFieldsOf)

/** How the column of models is called, and the item of 参数 that earlier imports have made of it. */
export const modelTerm = '型号'

export interface Model {
  model: string
  note: string
  price?: string
  specs?: { term: string; value: string }[]
}

export const priceTerm = '价格'
/** What begins a line of a model's own. */
const indent = '　'

/** A cell has a line for each model: TK-100：单机. Below it are its own price and parameters, each behind a wide space. */
export const cellOfModels = (models: readonly Model[]): string =>
  models.flatMap((each) => [each.note ? `${each.model}：${each.note}` : each.model, ...ownLines(each)]).join('\n')

/** The first 价格 is the price, so that an empty one stands before a parameter of that name. */
function ownLines({ price = '', specs = [] }: Model): string[] {
  const pairs = specs.map(({ term, value }) => ({ name: term, text: value }))
  if (price !== '' || pairs[0]?.name === priceTerm) pairs.unshift({ name: priceTerm, text: price })
  return pairs.map((pair) => indent + cellOfPairs([pair]))
}

export function modelsInCell(cell: string): Model[] {
  const models: Model[] = []
  for (const line of cell.split('\n')) {
    const last = models[models.length - 1]
    const [own] = line.startsWith(indent) ? pairsInCell(line) : []
    if (last && own) addOwn(last, own)
    else {
      const [, model = line, note = ''] = /^([^：]*)：(.*)$/.exec(line) ?? []
      if (model.trim() !== '') models.push({ model: model.trim(), note: note.trim() })
    }
  }
  return models
}

function addOwn(model: Model, { name, text }: Pair): void {
  const { price, specs = [] } = model
  if (name === priceTerm && price === undefined && specs.length === 0) model.price = text
  else model.specs = [...specs, { term: name, value: text }]
}

/** Before the names of highlighted items, where a cell has the names in their order. */
export const markSign = '★'

/** More columns than a person looks through; names beyond the most used share one. */
export const maxPairColumns = 100

export interface Pair {
  name: string
  text: string
}

const escapedIn = (part: string, marks: RegExp): string =>
  part.replace(marks, (mark) => `\\${mark === '\n' ? 'n' : mark}`)
const unescaped = (part: string): string =>
  part.replace(/\\(.)/g, (_, mark: string) => (mark === 'n' ? '\n' : mark)).trim()

/** A cell with a line for each pair: 功率：5kW. */
export const cellOfPairs = (pairs: readonly Pair[]): string =>
  pairs.map(({ name, text }) => `${escapedIn(name, /[\\:：\n]/g)}：${escapedIn(text, /[\\\n]/g)}`).join('\n')

export const pairsInCell = (cell: string): Pair[] =>
  cell.split('\n').flatMap((line) => {
    const [, name = '', text = ''] = /^((?:\\.|[^\\:：])+)[:：](.*)$/.exec(line.trim()) ?? []
    return name.trim() === '' ? [] : [{ name: unescaped(name), text: unescaped(text) }]
  })

/**
 * What a column of a sheet becomes: one of the words below, or the name of a field. `spec` is an item of the kind's list of pairs, and may be
 * several columns; `specs` has several items in each cell.
 */
export type ColumnUse = string

/** How a sheet calls a field. */
export function labelOf(kind: KindName, name: string): string {
  const { described } = recordKind(kind)
  const field = described[name]
  return field?.sheet ?? field?.label ?? ''
}

interface OwnColumn {
  field: string
  isPicture: boolean
}

/** Facts, and what has a heading: texts and pictures that are none of the fields above. */
function ownOf(kind: SheetKind): OwnColumn[] {
  const { described } = recordKind(kind)
  const taken: readonly unknown[] = Object.values(sheetFields[kind])
  const facts: OwnColumn[] = []
  const others: OwnColumn[] = []
  for (const [name, field] of Object.entries(described)) {
    if (taken.includes(name) || field.kind === 'list') continue
    const use = { field: name, isPicture: field.kind === 'picture' }
    if (field.fact && (field.kind === 'text' || field.kind === 'paragraph')) facts.push(use)
    else if (field.sheet !== undefined) others.push(use)
  }
  return [...facts, ...others]
}

/** The fields that are columns by themselves. */
export const ownColumns = ofEach(sheetKinds, ownOf)

const addressHead = '页面地址'
/** Staff choose it, and it is a column by itself. */
export const hasOwnAddress = (kind: SheetKind): boolean => 'unique' in kinds[kind]

function usesOf(kind: SheetKind): ReadonlyMap<ColumnUse, string> {
  const { title, intro, body, cover, date, group, documents, pairs, pictures } = sheetFields[kind]
  const { described } = recordKind(kind)
  const uses = new Map([['title', labelOf(kind, title)]])
  if ('models' in described) uses.set('model', modelTerm)
  if (group) uses.set('group', labelOf(kind, group))
  if (date) uses.set('date', labelOf(kind, date))
  if (intro) uses.set('intro', labelOf(kind, intro))
  for (const { field } of ownColumns[kind]) uses.set(field, labelOf(kind, field))
  uses.set('pictures', labelOf(kind, pictures ?? cover))
  if (documents) uses.set('documents', labelOf(kind, documents))
  uses
    .set('body', labelOf(kind, body))
    .set('id', '网站编号')
    .set('from', hasOwnAddress(kind) ? '旧地址' : addressHead)
  if (pairs) uses.set('order', `${pairs.label}的顺序`).set('spec', pairs.label).set('specs', `其他${pairs.label}`)
  return uses.set('none', '不导入')
}

/** The uses of a kind and how staff call them, in the order of an exported sheet. */
export const columnUses = ofEach(sheetKinds, usesOf)

/** From the most to the least telling: the first column that fits has the use. */
const names: Readonly<Record<ColumnUse, RegExp>> = {
  title: /^(?:(?:产品|商品|货品|新闻|文章|案例|项目|工程)?(?:名称|名|标题|品名)|title|name|product)$/i,
  model: /^(?:(?:产品|规格)?型号|型号规格|规格型号|货号|编号|sku|model)$/i,
  group: /^(?:(?:产品|商品|所属)?(?:[一二]级)?(?:分类|类别|类目|栏目|系列|位置|[大中小子]类)|category|group|type)$/i,
  date: /^(?:(?:发布|发表|更新|创建)?(?:日期|时间)|date|time)$/i,
  intro: /^(?:(?:产品|商品|文章|新闻|案例|项目)?(?:简介|描述|摘要|概述|简述|说明)|卖点|description|summary)$/i,
  body: /^(?:(?:产品|商品|文章|新闻|案例|项目)?(?:详情|内容|正文|详细介绍|介绍|详细说明)|content|body|details?)$/i,
  price: /^(?:单价|价格|参考价格?|出厂价|零售价|市场价|售价|报价|price)$/i,
  lead: /^(?:供货期|交货期|货期|交期)$/,
  pictures: /(?:图片|封面|主图|照片|图集|image|photo|picture)/i,
  documents: /(?:资料|附件|说明书|样本|手册|文档|pdf|document|download)/i,
}
/** What old systems call them in the tables of their databases. */
const tableColumns: Readonly<Record<ColumnUse, readonly string[]>> = {
  date: ['newstime', 'pubdate', 'addtime', 'adddate', 'createtime', 'createdate', 'publishtime', 'publishdate'],
  intro: ['smalltext'],
  body: ['newstext'],
  pictures: ['titlepic', 'litpic', 'thumb', 'thumbnail'],
}
const isNameOf = (use: ColumnUse, head: string): boolean =>
  names[use]?.test(shortHead(head)) === true ||
  tableColumns[use]?.includes(head.toLowerCase().replaceAll('_', '')) === true
/** The lower one where two columns are groups. */
const lowerGroup = /^(?:产品|商品|所属)?(?:二级(?:分类|类别|类目|栏目)|系列|[中小子]类)$/
/** What describes a product where nothing else does. */
const traits = /^(?:产品|商品)?(?:特点|特性|优点|亮点)$/
/** Without a unit, a star or what else stands behind the name. */
const shortHead = (head: string): string => head.replace(/[\s*＊：:（(].*$/, '')
const ignored = /^(?:序号|id|no\.?|排序|点击|浏览量|状态|页面地址|作者|来源|\s*)$/i
/** The heading of an exported column whose own name would be taken for something else. */
const pairHead = (label: string, term: string): string => `${label}：${term}`

/** The names of the columns are in one of the first rows: above them are the title of a catalogue or the day of a list of prices. */
export const mostHeadRows = 11

/** Which row has the names of the columns: the first with two that are known, or else the first that is filled. */
export function headRow(kind: SheetKind, rows: readonly (readonly string[])[]): number {
  const isKnown = (head: string): boolean =>
    head !== '' &&
    (ignored.test(head) || [...columnUses[kind]].some(([use, label]) => head === label || isNameOf(use, head)))
  const known = rows.slice(0, mostHeadRows).findIndex((row) => new Set(row.filter(isKnown)).size > 1)
  return known === -1 ? Math.max(0, rows.findIndex(isFilled)) : known
}

export const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell !== '')

/** A line below the others that adds them up. */
export const isSum = (row: readonly string[]): boolean =>
  /^(?:合计|总计|小计|共计|汇总|总数)[:：]?$/.test((row.find((cell) => cell !== '') ?? '').replace(/\s/g, ''))

/** What a list of prices says below its table, or numbers there. */
const remark =
  /^(?:(?:备注|注|说明|附注|提示|联系人|联系方式|联系电话|电话|手机|地址|制表|审核|报价人|报价单位|报价日期|日期|有效期)\d*\s*[:：、]|[（(]?\d+[)）、]|[*※]|以上|上述|本(?:表|报价|价格|清单))|[。；]$|含税|运费|有效期/
export const isRemark = (words: string): boolean => remark.test(words)

/** What the columns are, by their names. */
export function guessColumns(kind: SheetKind, heads: readonly string[]): ColumnUse[] {
  const { pairs: list } = sheetFields[kind]
  const otherwise: ColumnUse = list ? 'spec' : 'none'
  const uses: ColumnUse[] = heads.map(() => otherwise)
  const taken = new Set<number>()
  const give = (use: ColumnUse, fits: (head: string) => boolean): void => {
    const index = heads.findIndex((head, at) => !taken.has(at) && fits(head))
    if (index === -1) return
    uses[index] = use
    taken.add(index)
  }
  const labels = columnUses[kind]
  // What an exported sheet calls its columns says exactly what they are.
  for (const [use, label] of labels) if (use !== 'spec' && use !== 'none') give(use, (head) => head === label)
  for (const use of labels.keys()) {
    if (uses.includes(use)) continue
    if (names[use]) give(use, (head) => isNameOf(use, head))
    else if (ownColumns[kind].some(({ field }) => field === use))
      give(use, (head) => shortHead(head) === labels.get(use))
  }
  // An export has one column of groups, and may have parameters of such names.
  if (uses.includes('group') && !heads.includes(labels.get('id') ?? ''))
    give('group', (head) => lowerGroup.test(shortHead(head)))
  if (labels.has('intro') && !uses.includes('intro')) give('intro', (head) => traits.test(shortHead(head)))
  // A sheet has a name for each row, most often in its first column.
  if (!uses.includes('title')) {
    const first = heads.findIndex((head, at) => !taken.has(at) && !ignored.test(head) && !isInternal(head))
    if (first !== -1) uses[first] = 'title'
  }
  return uses.map((use, at) => {
    const head = heads[at] ?? ''
    return use === 'spec' && (ignored.test(head) || isInternal(head)) ? 'none' : use
  })
}

/** What a company tells nobody outside. */
export const isInternal = (head: string): boolean =>
  /成本|底价|经销价|代理价|进价|进货价|采购价|供应商|供货商|毛利|利润/.test(head)

/** A number under 单价（元/米） has its unit there. */
export function withUnit(head: string, cell: string): string {
  const [, unit = ''] = /[(（]([^()（）]+)[)）]/.exec(head) ?? []
  return cell.replace(/^[\d.,]+$/gm, (number) => number + unit)
}

/** How many columns may have a use: groups have two levels. */
function mostColumns(use: ColumnUse): number {
  if (use === 'spec' || use === 'none') return Infinity
  return use === 'group' ? 2 : 1
}

/** The last of more columns than may have a use gives it up. */
export function withUse(uses: readonly ColumnUse[], at: number, use: ColumnUse, otherwise: ColumnUse): ColumnUse[] {
  let room = mostColumns(use) - 1
  return uses.map((each, index) => {
    if (index === at) return use
    if (each !== use) return each
    return room-- > 0 ? each : otherwise
  })
}

/** The words of a row for its group: the columns of the upper and of the lower one. */
export function groupIn(cells: readonly string[], uses: readonly ColumnUse[]): string {
  const words = cells.filter((cell, at) => uses[at] === 'group' && cell !== '')
  const [above = '', name = ''] = new Set(words)
  return name === '' ? above : pathOf(above, name)
}

/** The name of the item that a column of pairs has. */
export function termOfHead(kind: SheetKind, head: string): string {
  const label = sheetFields[kind].pairs?.label ?? ''
  const start = pairHead(label, '')
  return head.startsWith(start) ? head.slice(start.length) : head
}

/** The headings of an exported sheet: those of the kind's own columns, and behind them the names of its pairs, and where more are. */
export function sheetHeads(kind: SheetKind, terms: readonly string[], hasMore: boolean): string[] {
  const label = sheetFields[kind].pairs?.label ?? ''
  const names = [...columnUses[kind]].flatMap(([use, name]) => (['spec', 'specs', 'none'].includes(use) ? [] : [name]))
  const heads = [...names, stateHead, ...terms]
  const uses = guessColumns(kind, heads)
  const isMistaken = (at: number): boolean =>
    at > names.length && (uses[at] !== 'spec' || termOfHead(kind, heads[at] ?? '') !== heads[at])
  const clear = heads.map((head, at) => (isMistaken(at) ? pairHead(label, head) : head))
  return hasMore ? [...clear, columnUses[kind].get('specs') ?? ''] : clear
}

/** Whether visitors see a record: an import ignores it. */
const stateHead = '状态'

/** What files of an example are called by. */
export const exampleName = (kind: SheetKind): string => (columnUses[kind].has('model') ? 'TK-200' : '示例')

const examplesOf = (kind: SheetKind): Readonly<Record<ColumnUse, string>> => ({
  title: '示例，导入前请删去这一行',
  model: exampleName(kind),
  date: '2026-01-31',
  intro: '一句话',
  pictures: `${exampleName(kind)}.jpg`,
  documents: `${exampleName(kind)}说明书.pdf`,
  body: '第一段\n第二段',
})

/** A sheet to begin with: the columns of the kind, one that becomes an item of its pairs, and a row that shows how they are written. */
export function sampleRows(kind: SheetKind): string[][] {
  const examples = examplesOf(kind)
  const columns = [...columnUses[kind]]
    .filter(([use]) => !['id', 'from', 'order', 'spec', 'specs', 'none'].includes(use))
    .map(([use, head]) => ({ head, text: examples[use] ?? '' }))
  if (sheetFields[kind].pairs) columns.push({ head: '尺寸', text: '200×100×50mm' })
  return [columns.map(({ head }) => head), columns.map(({ text }) => text)]
}

export const itemsIn = (value: unknown) => (Array.isArray(value) ? value : []) as Readonly<Record<string, unknown>>[]
