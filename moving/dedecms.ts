import type { MovedKind, MovedRecord } from '../contract/kinds/movedRecords.ts'
import { unescapeXml } from '../contract/text/xml.ts'
import { chinaDate } from './dates.ts'
import { kindByName } from './kindByName.ts'
import {
  byNumber,
  columnNames,
  finished,
  inOrder,
  linkTo,
  listsTo,
  noRecord,
  type OldColumn,
  readOwnFields,
} from './oldSystem.ts'
import {
  type Head,
  headsOf,
  leftOut,
  type Row,
  type Shape,
  shape,
  type System,
  type SystemContent,
  type Tables,
} from './tables.ts'

const addon = /^addon\w*$/
const shapes: readonly Shape[] = [
  shape(/^archives$/, 'id typeid sortrank channel arcrank title litpic pubdate senddate description filename'),
  shape(/^arctype$/, 'id reid typename channeltype typedir ispart namerule ishidden description content seotitle'),
  shape(addon, 'aid typeid templet userip redirecturl', { long: 'others', key: 'aid' }),
  shape(/^channeltype$/, 'id nid typename fieldset'),
  shape(/^sysconfig$/, 'varname value'),
  shape(/^(?:flink|feedback|guestbook)$/, 'id'),
]

interface Column extends OldColumn {
  kind: MovedKind | undefined
  /** Its path in addresses, without a slash at its end. */
  path: string
  /** How the addresses of its records are made. */
  rule: string
}

export const dedecms: System = { shapes, marks: ['arctype', 'archives', 'addonarticle'], read }

function read(tables: Tables, now: number): SystemContent {
  const settings = new Map(Array.from(tables.rows('sysconfig'), ({ varname = '', value = '' }) => [varname, value]))
  const types = [...tables.rows('arctype')]
  const models = new Map(Array.from(tables.rows('channeltype'), modelOf))
  const columns = columnsIn(types, settings.get('cfg_cmspath') ?? '', models)
  const addons = new Map(Array.from(tables.rows(addon), (row) => [row.aid ?? '', row]))
  const rows = inOrder([...tables.rows('archives')], byNumber('sortrank'), byNumber('id'))
  const heads = headsOf({
    rows,
    key: 'id',
    beside: tables.rows(addon),
    keyBeside: 'aid',
    movedRecord(row, texts) {
      const around = { column: columns.get(row.typeid ?? ''), outlink: addons.get(row.id ?? '')?.redirecturl ?? '' }
      return movedRecord(row, texts, { ...around, models, now })
    },
  })
  const pages = new Set(types.filter(({ ispart, content = '' }) => ispart === '1' && content.trim() !== ''))
  return {
    heads: [...Array.from(pages, (row) => pageHead(row, columns.get(row.id ?? ''), now)), ...heads],
    lists: types.flatMap((row) => {
      const { id = '', ispart } = row
      const column = columns.get(id)
      return column && ispart !== '2' && !pages.has(row)
        ? listsTo(column.kind ?? 'news', column.name, listAddresses(id, column))
        : []
    }),
    notes: leftOut(tables, { flink: '友情链接', feedback: '评论', guestbook: '留言' }),
    company: { siteName: settings.get('cfg_webname') ?? '', icp: textIn(settings.get('cfg_beian') ?? '') },
  }
}

function columnsIn(types: readonly Row[], root: string, models: Models): Map<string, Column> {
  const { nameOf, kindUpwards } = columnNames(types, 'reid', unescapeXml)
  return new Map(
    types.map(({ id = '', reid = '', channeltype = '', typedir = '', namerule = '', ishidden }) => {
      const kind = kindUpwards(id) ?? kindOfModel(channeltype, models)
      const path = typedir
        .replace(/\{cmspath\}/i, root)
        .replace(/^\/*/, '/')
        .replace(/\/+$/, '')
      return [id, { name: nameOf(id), above: nameOf(reid), kind, path, rule: namerule, isShown: ishidden !== '1' }]
    }),
  )
}

interface Model {
  kind: MovedKind | undefined
  labels: ReadonlyMap<string, string>
}
type Models = ReadonlyMap<string, Model>

/** Of the models that the program is shipped with: pictures, and the shop. */
const productModels: ReadonlySet<string> = new Set(['2', '6'])
const kindOfModel = (id: string, models: Models): MovedKind | undefined =>
  models.get(id)?.kind ?? (productModels.has(id) ? 'product' : undefined)

const modelOf = ({ id = '', nid = '', typename = '', fieldset = '' }: Row): [string, Model] => [
  id,
  { kind: kindByName(`${nid} ${typename}`), labels: labelsIn(fieldset) },
]

/** What the fields of a model are called. */
const labelsIn = (fieldset: string): Map<string, string> =>
  new Map(
    Array.from(fieldset.matchAll(/<field:(\w+)\b[^>]*?\bitemname=["']([^"']*)/g), ([, name = '', label = '']) => [
      name.toLowerCase(),
      unescapeXml(label),
    ]),
  )

interface Around {
  column: Column | undefined
  outlink: string
  models: Models
  now: number
}

const ownLabels: Readonly<Record<string, string>> = {
  ...{ trueprice: '价格', price: '市场价' },
  ...{ brand: '品牌', units: '单位' },
}
/** What the program itself keeps beside a text. */
const inner =
  /^(?:body|introduce|imgurls|softlinks|pagestyle|maxwidth|row|col|ishtml|infotype|uptime|isrm|dd\w+|vocation|filetype|language|softtype|accredit|os|softrank|officialurl|officialdemo|softsize|daccess|needmoney|note)$/

function movedRecord(row: Row, texts: Row, { column, outlink, models, now }: Around): MovedRecord {
  const { id = '', channel = '', litpic = '', arcrank, pubdate, senddate } = row
  const [trueprice = '', price = ''] = [texts.trueprice, texts.price].filter((each = '') => !isNothing(each))
  const fields = Object.entries({ ...texts, trueprice, price })
    .filter(([name, value]) => !inner.test(name) && !isNothing(value))
    .map(([name, value]) => ({
      term: ownLabels[name] || models.get(channel)?.labels.get(name) || name,
      value: withoutTags(value),
    }))
  const { html: below, pictures, ...facts } = readOwnFields(fields)
  const title = unescapeXml(row.title ?? '').trim()
  const links = Array.from(
    (texts.softlinks ?? '').matchAll(/\{dede:link\b[^}]*?text='([^']*)'[^}]*\}([^{]*)\{\/dede:link\}/g),
    ([, name = '', address = '']) => linkTo(address.trim(), name.trim() || title),
  )
  return {
    ...noRecord,
    key: `dd-${id}-${title}`,
    kind: column?.kind ?? kindOfModel(channel, models) ?? 'news',
    title,
    intro: unescapeXml(row.description ?? '').trim(),
    pictures: [...new Set([litpic, ...picturesIn(texts.imgurls ?? ''), ...pictures])].filter(Boolean),
    ...facts,
    // Until then it stands above the others.
    pinned: Number(row.sortrank) * 1_000 > now,
    path: row.filename ?? '',
    from: addressesOf(row, column),
    ...finished({
      html: [withTitles(texts.body ?? texts.introduce ?? ''), below, ...links].join(''),
      date: timeOf(pubdate || senddate),
      hiddenBecause: hiddenStates[Number(arcrank)] ?? (Number(arcrank) > 0 ? '原来只给会员看' : ''),
      column,
      outlink,
      now,
    }),
  }
}
const hiddenStates: Readonly<Record<number, string>> = { [-1]: '原来在等审核', [-2]: '原来在回收站里' }

const timeOf = (seconds = ''): string => (Number(seconds) > 0 ? chinaDate(Number(seconds) * 1_000) : '')

/** Also as a price. */
const isNothing = (value: string): boolean => /^0*(?:\.0+)?$/.test(value)

/** A long text has pages, each with a title. */
const withTitles = (body: string): string => body.replace(/#p#([^#]{0,200})#e#/g, '<h3>$1</h3>')

const picturesIn = (imgurls: string): string[] =>
  Array.from(imgurls.matchAll(/\{dede:img\b[^}]*\}([^{]*)\{\/dede:img\}/g), ([, address = '']) => address.trim())

/** A field of pictures is kept as one. */
const withoutTags = (value: string): string =>
  value.replace(/\{dede:img\b[^}]*\}([^{]*)\{\/dede:img\}/g, '$1,').replace(/,\s*$/, '')

function pageHead(row: Row, column: Column | undefined, now: number): Head {
  const { id = '', content = '', description = '', seotitle = '' } = row
  const title = column?.name ?? seotitle
  return {
    id: '',
    size: content.length,
    record: () => ({
      ...noRecord,
      key: `dd-t${id}-${title}`,
      kind: 'page',
      title,
      intro: unescapeXml(description).trim(),
      path: column?.path.replace(/^.*\//, '') ?? '',
      from: column ? listAddresses(id, column) : [],
      ...finished({
        html: content,
        date: '',
        hiddenBecause: '',
        column,
        outlink: '',
        now,
      }),
    }),
  }
}

const textIn = (html: string): string => unescapeXml(html.replace(/<[^<>]*>/g, '')).trim()

const ordinaryRule = '{typedir}/{Y}/{M}{D}/{aid}.html'

/** The addresses of the page that is built, where its name is known, and of the one that is made when it is asked for. */
function addressesOf({ id = '', senddate, filename = '' }: Row, column: Column | undefined): string[] {
  const dynamic = [`/plus/view.php?aid=${id}`, `/plus/view-${id}-1.html`, `/m/view.php?aid=${id}`]
  if (!column) return dynamic
  const [year = '', month = '', day = ''] = timeOf(senddate).slice(0, 10).split('-')
  const tokens: Readonly<Record<string, string>> = {
    ...{ typedir: column.path, y: year, m: month, d: day, aid: id, timestamp: senddate ?? '' },
  }
  const rule = column.rule || ordinaryRule
  const named = filename === '' ? rule : rule.replace(/[^/]*$/, `${filename.replace(/\.html?$/, '')}.html`)
  const address = named.replace(/\{(\w+)\}/g, (whole, name: string) => tokens[name.toLowerCase()] ?? whole)
  // A name in pinyin is not in the database.
  const built = address.includes('{') ? [] : [address.replace(/^\/*/, '/')]
  return [...built, ...dynamic]
}

const listAddresses = (id: string, { path }: Column): string[] => [
  ...[`${path}/`, `${path}/index.html`, `${path}/list_${id}_*`],
  ...[`/plus/list.php?tid=${id}`, `/m/list.php?tid=${id}`],
]
