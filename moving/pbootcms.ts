import type { Company, MovedKind, MovedRecord } from '../contract/kinds/movedRecords.ts'
import { kindByName } from './kindByName.ts'
import {
  byNumber,
  finished,
  inOrder,
  linkTo,
  listsTo,
  lostColumns,
  markup,
  noRecord,
  type OldColumn,
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

const contentColumns =
  'id acode scode title subtitle filename outlink date ico pics tags enclosure description sorting status istop isrecommend isheadline'
const shapes: readonly Shape[] = [
  shape(/^content$/, contentColumns, { long: ['content'], key: 'id' }),
  shape(/^content_ext$/, 'contentid extid', { long: 'others', key: 'contentid' }),
  shape(/^content_sort$/, 'acode mcode pcode scode name filename status'),
  shape(/^model$/, 'mcode name type urlname'),
  shape(/^extfield$/, 'name description'),
  shape(/^config$/, 'name value'),
  shape(/^company$/, 'name address phone mobile email'),
  shape(/^site$/, 'title icp'),
  shape(/^(?:slide|link|message)$/, 'id'),
]

interface Column extends OldColumn {
  kind: MovedKind
  /** It is one page, not a list. */
  isPage: boolean
  /** Its path in addresses. */
  path: string
}

/** The first five models are those that the program is shipped with; of others the name says most. */
const kindsByModel: Readonly<Record<string, MovedKind>> = { 1: 'page', 2: 'news', 3: 'product', 4: 'case', 5: 'news' }

export const pbootcms: System = { shapes, marks: ['content_sort', 'content'], read }

function read(tables: Tables, now: number): SystemContent {
  const models = new Map(Array.from(tables.rows('model'), (row) => [row.mcode ?? '', row]))
  // The first version has no names for models in addresses.
  const isFirst = models.size > 0 && [...models.values()].every((model) => model.urlname === undefined)
  const columns = columnsIn(tables, models, isFirst)
  const labels = new Map(Array.from(tables.rows('extfield'), (row) => [row.name ?? '', plain(row.description ?? '')]))
  const shortPaths = [...tables.rows('config')].some(
    ({ name, value }) => name === 'url_rule_content_path' && value === '1',
  )
  const rows = inOrder(
    [...tables.rows('content')],
    byNumber('istop'),
    byNumber('isrecommend'),
    byNumber('isheadline'),
    byNumber('sorting', -1),
    (row) => row.date ?? '',
    byNumber('id'),
  )
  const heads = headsOf({
    rows,
    key: 'id',
    beside: tables.rows('content_ext'),
    keyBeside: 'contentid',
    movedRecord: (row, texts) =>
      movedRecord(row, texts, { column: columns.get(row.scode ?? ''), labels, shortPaths, isFirst, now }),
  })
  return {
    heads,
    lists: [...columns.values()].flatMap(({ path, kind, name, isPage }) =>
      isPage ? [] : listsTo(kind, name, pathsOf(path).flatMap(spellings)),
    ),
    notes: [
      ...leftOut(tables, { slide: '轮播图片', link: '友情链接', message: '留言' }),
      ...lostColumns(rows, { subtitle: '副标题', tags: '标签' }),
    ],
    company: companyIn(tables),
  }
}

function columnsIn(tables: Tables, models: ReadonlyMap<string, Row>, isFirst: boolean): Map<string, Column> {
  const rows = [...tables.rows('content_sort')]
  const names = new Map(rows.map(({ scode = '', name = '' }) => [scode, plain(name)]))
  return new Map(
    rows.map((row) => {
      const { mcode = '', scode = '', acode = '', filename = '' } = row
      const model = models.get(mcode)
      const isPage = (model?.type ?? mcode) === '1'
      const name = plain(row.name ?? '')
      const guessed = kindsByModel[mcode] ?? kindByName(`${plain(model?.name ?? '')} ${name}`) ?? 'news'
      const folder = model?.urlname || (isPage ? 'about' : 'list')
      const column: Column = {
        name: name + (acode === 'cn' || acode === '' ? '' : `（${acode}）`),
        above: names.get(row.pcode ?? '') ?? '',
        kind: isPage ? 'page' : guessed,
        isPage,
        path: isFirst ? `${folder}/${filename || scode}` : filename || `${folder}_${scode}`,
        isShown: row.status !== '0',
      }
      return [scode, column]
    }),
  )
}

interface Around {
  column: Column | undefined
  labels: ReadonlyMap<string, string>
  /** Addresses have no column. */
  shortPaths: boolean
  isFirst: boolean
  now: number
}

function movedRecord(row: Row, texts: Row, around: Around): MovedRecord {
  const { column, labels, now } = around
  const { id = '', ico = '', pics = '', filename = '', outlink = '', enclosure = '', date = '', status, istop } = row
  const fields = Object.entries(texts).flatMap(([name, value]) =>
    name.startsWith('ext_') ? [{ term: labels.get(name) || name.slice('ext_'.length), value: markup(value) }] : [],
  )
  const { html: below, pictures, ...facts } = readOwnFields(fields)
  const file = plain(enclosure)
  const title = plain(row.title ?? '') || (column?.name ?? '')
  return {
    ...noRecord,
    key: `pb-${id}-${title}`,
    kind: column?.kind ?? 'news',
    title,
    intro: plain(row.description ?? ''),
    pictures: [...new Set([plain(ico), ...listed(pics), ...pictures])].filter((address) => address !== ''),
    ...facts,
    pinned: istop === '1',
    path: column?.isPage ? column.path : filename,
    from: addressesOf(id, filename, around),
    ...finished({
      html: markup(texts.content ?? '') + below + (file && linkTo(file, file.replace(/^.*\//, ''))),
      date,
      hiddenBecause: status === '0' ? '原来没有显示' : '',
      column,
      outlink: plain(outlink),
      now,
    }),
  }
}

const listed = (text: string): string[] =>
  plain(text)
    .split(',')
    .map((part) => part.trim())

/** The same page has an address by each of the rules that the old site may have had. */
const spellings = (path: string): string[] => [`/?${path}`, `/${path}`, `/index.php/${path}`, `/index.php?${path}`]
const pathsOf = (path: string): string[] => [`${path}/`, `${path}.html`]

function addressesOf(id: string, filename: string, { column, shortPaths, isFirst }: Around): string[] {
  if (!column) return []
  if (column.isPage) return pathsOf(column.path).flatMap(spellings)
  const name = filename || id
  if (isFirst) return spellings(`content/${name}.html`)
  const paths = [`${column.path}/${name}.html`]
  if (shortPaths || filename !== '') paths.push(`${name}.html`)
  return paths.flatMap(spellings)
}

function companyIn(tables: Tables): Company {
  const [company = {}] = tables.rows('company')
  const [site = {}] = tables.rows('site')
  return {
    siteName: plain(site.title ?? ''),
    companyName: plain(company.name ?? ''),
    hotline: plain(company.phone || company.mobile || ''),
    mailbox: plain(company.email ?? ''),
    address: plain(company.address ?? ''),
    icp: plain(site.icp ?? ''),
  }
}
