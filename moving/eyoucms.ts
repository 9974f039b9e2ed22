import { grouped } from '../contract/kinds/grouped.ts'
import type { Company, MovedKind, MovedRecord } from '../contract/kinds/movedRecords.ts'
import { chinaDate } from './dates.ts'
import {
  byNumber,
  columnNames,
  finished,
  inOrder,
  linkTo,
  listsTo,
  markup,
  noRecord,
  type OldColumn,
  type OwnField,
  plain,
  readOwnFields,
} from './oldSystem.ts'
import {
  headsOf,
  leftOut,
  type Row,
  type Shape,
  shape,
  type System,
  type SystemContent,
  type Tables,
} from './tables.ts'

const archiveColumns =
  'aid typeid channel title litpic is_top is_jump jumplinks arcrank seo_description users_price status is_del sort_order htmlfilename add_time'
const typeColumns = 'id current_channel parent_id typename dirname dirpath diy_dirpath is_hidden is_del status lang'
const content = /^(?:article|product|images|download|single|media|special)_content$/
const pictures = /^(?:product_img|images_upload)$/
const attributes = /^(?:shop_)?product_attribute$/
const values = /^(?:shop_)?product_attr$/
const shapes: readonly Shape[] = [
  shape(/^archives$/, archiveColumns),
  shape(/^arctype$/, typeColumns),
  shape(content, 'id aid typeid add_time update_time', { long: 'others', key: 'aid' }),
  shape(pictures, 'aid image_url sort_order'),
  shape(attributes, 'attr_id attr_name list_id'),
  shape(values, 'aid attr_id attr_value is_custom'),
  shape(/^download_file$/, 'aid file_url file_name'),
  shape(/^channelfield$/, 'name title channel_id'),
  shape(/^config$/, 'name value lang'),
  shape(/^(?:links|guestbook|ad)$/, 'id'),
]

export const eyoucms: System = { shapes, marks: ['arctype', 'archives', 'single_content'], read }

interface Column extends OldColumn {
  kind: MovedKind
  dirname: string
  dirpath: string
  lang: string
}

const kindsByModel: Readonly<Record<string, MovedKind>> = { 2: 'product', 6: 'page' }

function read(tables: Tables, now: number): SystemContent {
  const columns = columnsIn([...tables.rows('arctype')])
  const beside = {
    pictures: byRecord(inOrder([...tables.rows(pictures)], byNumber('sort_order'))),
    values: byRecord(tables.rows(values)),
    files: byRecord(tables.rows('download_file')),
    // Both ways of the program number them from 1; those of the newer one belong to a list.
    attributes: new Map(
      Array.from(tables.rows(attributes), (row) => [
        attributeKey(row, row.list_id !== undefined),
        plain(row.attr_name ?? ''),
      ]),
    ),
    labels: new Map(
      Array.from(tables.rows('channelfield'), (row) => [`${row.channel_id} ${row.name}`, plain(row.title ?? '')]),
    ),
  }
  const rows = inOrder([...tables.rows('archives')], byNumber('is_top'), byNumber('sort_order', -1), byNumber('aid'))
  const heads = headsOf({
    rows,
    key: 'aid',
    beside: tables.rows(content),
    keyBeside: 'aid',
    movedRecord: (row, texts) => movedRecord(row, texts, { column: columns.get(row.typeid ?? ''), ...beside, now }),
  })
  return {
    heads,
    lists: [...columns].flatMap(([id, column]) => listsTo(column.kind, column.name, listAddresses(id, column))),
    notes: leftOut(tables, { links: '友情链接', guestbook: '留言', ad: '广告图片' }),
    company: companyIn(tables),
  }
}

const attributeKey = ({ attr_id = '' }: Row, isNew: boolean): string => `${isNew ? 'list' : 'column'} ${attr_id}`

const byRecord = (rows: Iterable<Row>): Map<string, Row[]> => grouped(rows, ({ aid = '' }) => [aid])

function columnsIn(types: readonly Row[]): Map<string, Column> {
  const { nameOf, kindUpwards } = columnNames(types, 'parent_id', plain)
  const gone = new Set(types.filter(({ is_del }) => is_del === '1').map(({ id }) => id))
  return new Map(
    types
      .filter(({ id }) => !gone.has(id))
      .map((row) => {
        const { id = '', current_channel: channel = '', parent_id: parent = '', lang = '' } = row
        const other = lang === 'cn' || lang === '' ? '' : `（${lang}）`
        const above = nameOf(parent)
        const name = nameOf(id)
        const kind = channel === '6' ? 'page' : (kindUpwards(id) ?? kindsByModel[channel] ?? 'news')
        const isShown = row.status !== '0' && row.is_hidden !== '1'
        const dirpath = row.diy_dirpath || row.dirpath || `/${row.dirname}`
        return [id, { name: name + other, above, kind, dirname: row.dirname ?? '', dirpath, lang, isShown }]
      }),
  )
}

interface Around {
  column: Column | undefined
  pictures: ReadonlyMap<string, readonly Row[]>
  values: ReadonlyMap<string, readonly Row[]>
  files: ReadonlyMap<string, readonly Row[]>
  attributes: ReadonlyMap<string, string>
  labels: ReadonlyMap<string, string>
  now: number
}

function movedRecord(
  row: Row,
  texts: Row,
  { column, pictures, values, files, attributes, labels, now }: Around,
): MovedRecord {
  const { aid = '', channel = '', litpic = '', status, is_del: isGone, arcrank, users_price: price = '' } = row
  const named = (values.get(aid) ?? []).map((each): OwnField => {
    const term = attributes.get(attributeKey(each, each.is_custom !== undefined)) ?? ''
    return { term, value: markup(each.attr_value ?? '') }
  })
  const fields = Object.entries(texts).flatMap(([name, value]): OwnField[] =>
    isText(name) ? [] : [{ term: labels.get(`${channel} ${name}`) || name, value: markup(value) }],
  )
  const asked = Number(price) > 0 ? [{ term: '价格', value: price }] : []
  const { html: below, pictures: more, ...facts } = readOwnFields([...asked, ...named, ...fields])
  const title = plain(row.title ?? '')
  const gallery = (pictures.get(aid) ?? []).map(({ image_url: address = '' }) => plain(address))
  const links = (files.get(aid) ?? []).map((file) =>
    linkTo(plain(file.file_url ?? ''), plain(file.file_name || '') || title),
  )
  return {
    ...noRecord,
    key: `ey-${aid}-${title}`,
    kind: column?.kind ?? kindsByModel[channel] ?? 'news',
    title,
    intro: plain(row.seo_description ?? ''),
    pictures: [...new Set([plain(litpic), ...gallery, ...more])].filter(Boolean),
    ...facts,
    pinned: row.is_top === '1',
    path: column?.kind === 'page' ? column.dirname : plain(row.htmlfilename ?? ''),
    from: addressesOf(row, column),
    ...finished({
      html: [markup(texts.content || texts.content_ey_m || ''), below, ...links].join(''),
      date: Number(row.add_time) > 0 ? chinaDate(Number(row.add_time) * 1_000) : '',
      hiddenBecause: hiddenBecause(isGone === '1', arcrank === '-1', status === '0'),
      column,
      outlink: row.is_jump === '1' ? plain(row.jumplinks ?? '') : '',
      now,
    }),
  }
}

const isText = (name: string): boolean => name === 'content' || name === 'content_ey_m'

function hiddenBecause(isGone: boolean, isWaiting: boolean, isOff: boolean): string {
  if (isGone) return '原来在回收站里'
  if (isWaiting) return '原来在等审核'
  return isOff ? '原来没有显示' : ''
}

const dynamic = (controller: string, query: string, { lang }: Column): string =>
  `/index.php?m=home&c=${controller}&a=index&${query}${lang === 'cn' || lang === '' ? '' : `&lang=${lang}`}`

/** By each of the rules that the old site may have had. */
function addressesOf({ aid = '', typeid = '', htmlfilename = '' }: Row, column: Column | undefined): string[] {
  if (!column) return []
  if (column.kind === 'page') return [...listAddresses(typeid, column), `/single/${typeid}.html`]
  const { dirname, dirpath, kind } = column
  const name = plain(htmlfilename) || aid
  const top = dirpath.split('/', 2).join('/')
  const model = kind === 'product' ? 'product' : 'article'
  const folders = new Set([dirpath, `/${dirname}`, top, `/${model}/${dirname}`])
  return [...Array.from(folders, (folder) => `${folder}/${name}.html`), dynamic('View', `aid=${aid}`, column)]
}

function listAddresses(id: string, column: Column): string[] {
  const folders = new Set([column.dirpath, `/${column.dirname}`])
  const addresses = Array.from(folders, (folder) => [
    `${folder}/`,
    `${folder}/lists_${id}.html`,
    `${folder}/list_${id}_*`,
  ])
  return [...addresses.flat(), dynamic('Lists', `tid=${id}`, column)]
}

function companyIn(tables: Tables): Company {
  const settings = new Map(
    Array.from(tables.rows('config'), (row) => row)
      .filter(({ lang = 'cn' }) => lang === 'cn')
      .map(({ name = '', value = '' }) => [name, plain(value)]),
  )
  return { siteName: settings.get('web_name') ?? '', icp: settings.get('web_recordnum') ?? '' }
}
