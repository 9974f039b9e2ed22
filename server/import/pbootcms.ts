import { truncate } from '../../contract/characters.ts'
import { escapeHtml } from '../../contract/escapeHtml.ts'
import { lostIn, maxMoved, type MovedKind, type MovedPart, type MovedRecord } from '../../contract/movedRecords.ts'
import { limits } from '../../contract/rules.ts'
import { listPages } from './ownPages.ts'
import { maxText, partOf, recordsAtOnce, textIsCut } from './partOf.ts'
import { UnreadableSource } from './unreadableSource.ts'

/** What is used of a database of node:sqlite, which Node 20 has not. */
export interface SqliteFile {
  exec(sql: string): void
  prepare(sql: string): {
    all(...values: (string | number)[]): Record<string, unknown>[]
    iterate(...values: (string | number)[]): Iterable<Record<string, unknown>>
  }
}

type Row = Readonly<Record<string, string>>

/** The only tables that are read, each with the columns that are. The second half has names for what the first one numbers. */
const known = {
  ay_content: [
    'id',
    'acode',
    'scode',
    'title',
    'filename',
    'outlink',
    'date',
    'ico',
    'pics',
    'content',
    'enclosure',
    'description',
    'status',
    'istop',
  ],
  ay_content_sort: ['acode', 'mcode', 'scode', 'name', 'filename', 'outlink', 'status'],
  ay_content_ext: ['contentid'],
  ay_model: ['mcode', 'name', 'type', 'urlname'],
  ay_extfield: ['name', 'description'],
  ay_config: ['name', 'value'],
} as const
type Table = keyof typeof known

/** More columns, models and fields than a company has. */
const maxNamed = 2_000
/** Broken files may lead to the same text again and again. */
const maxCharacters = 100_000_000

/**
 * Reads records with an id above `after`. The file is somebody else's: only plain tables with these names count, so that no view, trigger or
 * virtual table of the file is used; only stored columns, so that no expression of it is computed; and each step returns, so that a
 * damaged file has an end.
 */
export function readPbootcms(file: SqliteFile, after: string): MovedPart {
  file.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0')
  const rowsOf = createReader(file)
  const columns = columnsIn(rowsOf)
  if (rowsOf.isLong('ay_content')) throw new UnreadableSource(`里面的内容超过${maxMoved}条，一次搬不了这么多`)
  const labels = new Map(
    rowsOf('ay_extfield', maxNamed).map(({ name = '', description = '' }) => [name, plain(description)]),
  )
  const more = new Map(rowsOf('ay_content_ext', maxMoved).map((row) => [row.contentid ?? '', row]))
  const shortPaths = rowsOf('ay_config', maxNamed).some(
    ({ name, value }) => name === 'url_rule_content_path' && value === '1',
  )
  let last = ''
  function* read(): Iterable<MovedRecord> {
    for (const row of rowsOf.contents(after)) {
      last = row.id ?? ''
      const column = columns.get(row.scode ?? '')
      yield movedRecord(row, { column, more: more.get(last), labels, shortPaths })
    }
  }
  const { records, isFull } = partOf(read())
  return { records, lists: after === '' ? listsOf(columns) : [], next: isFull ? last : '', notes: [] }
}

interface Reader {
  (table: Table, most: number): Row[]
  contents(after: string): Iterable<Row>
  /** It has more records than are read. */
  isLong(table: Table): boolean
}

/** Reads the known columns of the known tables, all as texts. */
function createReader(file: SqliteFile): Reader {
  let room = maxCharacters
  const isPlain = `type = 'table' AND sql LIKE 'CREATE TABLE%'`
  const entries = file.prepare(`SELECT lower(name) AS name, ${isPlain} AS isPlain FROM sqlite_master`).all()
  const others = new Set(entries.filter(({ isPlain }) => isPlain !== 1).map(({ name }) => name))
  const plainTables = new Set(entries.map(({ name }) => name).filter((name) => !others.has(name)))
  if (!plainTables.has('ay_content') || !plainTables.has('ay_content_sort'))
    throw new UnreadableSource('这不是PbootCMS的数据库。请选择老网站data文件夹里的.db文件')

  const columnsOf = (table: Table): string[] => {
    // What is generated is not in this list.
    const stored = file
      .prepare(`PRAGMA table_info("${table}")`)
      .all()
      .map(({ name }) => String(name))
    const names: readonly string[] = known[table]
    return stored.filter((name) => names.includes(name) || (table === 'ay_content_ext' && /^ext_\w{1,60}$/.test(name)))
  }
  const rowOf = (values: Record<string, unknown>): Row => {
    const row = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]))
    for (const text of Object.values(row)) room -= text.length
    if (room < 0) throw new UnreadableSource('这个数据库的内容太多，或者已经损坏')
    return row
  }
  const select = (table: Table): string =>
    `SELECT ${columnsOf(table).map((name) => `CAST("${name}" AS TEXT) AS "${name}"`)} FROM "${table}"`

  return Object.assign(
    (table: Table, most: number): Row[] => {
      if (!plainTables.has(table)) return []
      const rows: Row[] = []
      for (const values of file.prepare(`${select(table)} LIMIT ${most}`).iterate()) rows.push(rowOf(values))
      return rows
    },
    {
      *contents(after: string): Iterable<Row> {
        const id = '"ay_content"."id"'
        const sql = `${select('ay_content')} WHERE ${id} > ? ORDER BY ${id} LIMIT ${recordsAtOnce}`
        for (const values of file.prepare(sql).iterate(Number(after) || 0)) yield rowOf(values)
      },
      isLong: (table: Table): boolean =>
        file.prepare(`SELECT 1 FROM "${table}" LIMIT 1 OFFSET ${maxMoved}`).all().length > 0,
    },
  )
}

interface Column {
  name: string
  kind: MovedKind
  /** It is one page, not a list. */
  isPage: boolean
  /** Its path in addresses. */
  path: string
  isShown: boolean
}

/** The first five models are those that the program is shipped with; of others the name says most. */
const kindsByModel: Readonly<Record<string, MovedKind>> = { 1: 'page', 2: 'news', 3: 'product', 4: 'case', 5: 'news' }
const kindsByName: readonly (readonly [RegExp, MovedKind])[] = [
  [/产品|商品|设备/, 'product'],
  [/案例|工程|项目|业绩/, 'case'],
]

function columnsIn(rowsOf: Reader): Map<string, Column> {
  const models = new Map(rowsOf('ay_model', maxNamed).map((row) => [row.mcode ?? '', row]))
  return new Map(
    rowsOf('ay_content_sort', maxNamed).map((row) => {
      const { mcode = '', scode = '', acode = '', filename = '' } = row
      const model = models.get(mcode)
      const isPage = (model?.type ?? mcode) === '1'
      const names = `${plain(model?.name ?? '')} ${plain(row.name ?? '')}`
      const guessed = kindsByModel[mcode] ?? kindsByName.find(([words]) => words.test(names))?.[1] ?? 'news'
      const column: Column = {
        name: plain(row.name ?? '') + (acode === 'cn' || acode === '' ? '' : `（${acode}）`),
        kind: isPage ? 'page' : guessed,
        isPage,
        path: filename || `${model?.urlname || (isPage ? 'about' : 'list')}_${scode}`,
        isShown: row.status !== '0',
      }
      return [scode, column]
    }),
  )
}

interface Around {
  column: Column | undefined
  more: Row | undefined
  labels: ReadonlyMap<string, string>
  /** Addresses have no column. */
  shortPaths: boolean
}

function movedRecord(row: Row, { column, more, labels, shortPaths }: Around): MovedRecord {
  const { id = '', ico = '', pics = '', filename = '', outlink = '', enclosure = '', istop } = row
  const text = markup(row.content ?? '')
  const html = truncate(text, maxText)
  const extra = extraOf(more, labels)
  const notes = lostIn(html)
  if (html.length < text.length) notes.push(textIsCut)
  if (html.trim() === '') notes.push('没有正文')
  if (!column) notes.push('原来的栏目已经不在了')
  if (outlink !== '') notes.push(`原来点开的是${plain(outlink)}`)
  if (enclosure !== '') notes.push(`附件${plain(enclosure)}要重新上传`)
  const title = plain(row.title ?? '') || (column?.name ?? '')
  return {
    key: `pb-${id}-${title}`,
    kind: column?.kind ?? 'news',
    column: column?.name ?? '',
    title,
    date: row.date ?? '',
    intro: plain(row.description ?? ''),
    html: html + extra.html,
    pictures: [...new Set([plain(ico), ...listed(pics), ...extra.pictures])].filter((address) => address !== ''),
    specs: extra.specs,
    pinned: istop === '1',
    hidden: row.status === '0' || column?.isShown === false,
    path: column?.isPage ? column.path : filename,
    from: addressesOf(id, filename, column, shortPaths),
    notes: [...notes, ...extra.notes],
  }
}

const listed = (text: string): string[] =>
  plain(text)
    .split(',')
    .map((each) => each.trim())

const isPicture = (address: string): boolean => /\.(?:jpe?g|png|gif|webp|bmp)$/i.test(address)

/** The fields that the company has added: short ones are specs, pictures go to the pictures, and texts below the text. */
function extraOf(more: Row | undefined, labels: ReadonlyMap<string, string>) {
  const specs: { term: string; value: string }[] = []
  const pictures: string[] = []
  const notes: string[] = []
  let html = ''
  for (const [name, stored = ''] of Object.entries(more ?? {})) {
    const value = markup(stored).trim()
    if (!name.startsWith('ext_') || value === '') continue
    const term = truncate(labels.get(name) || name.slice('ext_'.length), 40)
    const line = value.replace(/<br\s*\/?>/gi, '；')
    if (value.split(',').every(isPicture)) pictures.push(...value.split(','))
    else if (/^\/\S+\.\w{2,4}$/.test(value)) notes.push(`${term}：附件${value}要重新上传`)
    else if (line.length <= 200 && !line.includes('<') && specs.length < limits.specs) specs.push({ term, value: line })
    else html += `<h3>${escapeHtml(term)}</h3><div>${value}</div>`
  }
  return { specs, pictures, notes, html }
}

/** The same page has an address by each of the rules that the old site may have had. */
const spellings = (path: string): string[] => [`/?${path}`, `/${path}`, `/index.php/${path}`, `/index.php?${path}`]
const endings = ['/', '.html']

function addressesOf(id: string, filename: string, column: Column | undefined, shortPaths: boolean): string[] {
  if (!column) return []
  if (column.isPage) return endings.flatMap((ending) => spellings(column.path + ending))
  const name = filename || id
  const paths = [`${column.path}/${name}.html`]
  if (shortPaths || filename !== '') paths.push(`${name}.html`)
  return paths.flatMap(spellings)
}

const listsOf = (columns: ReadonlyMap<string, Column>): { from: string; to: string }[] =>
  [...columns.values()].flatMap(({ path, kind }) => {
    if (kind === 'page') return []
    return endings.flatMap((ending) => spellings(path + ending)).map((from) => ({ from, to: listPages[kind] }))
  })

/** The program stores texts with entities and slashes, and undoes both when it shows them. */
function plain(text: string): string {
  return unescaped(text)
    .replace(/\\(['"\\])/g, '$1')
    .trim()
}
const unescaped = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#0?39;/g, "'")
    .replace(/&amp;/g, '&')

/** What was written into the file by other means is markup as it stands. */
const markup = (text: string): string => (/&lt;\/?[a-z]/i.test(text) && !/<[a-z]/i.test(text) ? plain(text) : text)
