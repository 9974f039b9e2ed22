import { truncate } from '../contract/text/characters.ts'
import { escapeHtml } from '../contract/text/escapeHtml.ts'
import { listPages, lostIn, type MovedKind, type MovedPart, type MovedRecord } from '../contract/kinds/movedRecords.ts'
import { limits } from '../contract/calls/rules.ts'
import { unescapeXml } from '../contract/text/xml.ts'
import { readDate } from './dates.ts'
import { withoutInfection } from './infected.ts'
import { kindByName } from './kindByName.ts'
import { beginOf, charactersAtOnce, maxText, partOf, recordsAtOnce, textIsCut } from './partOf.ts'
import type { Row, SystemContent, Tables } from './tables.ts'

/** The records behind the first `after` ones. */
export async function partOfSystem(
  { heads, ...summary }: SystemContent,
  tables: Tables,
  after: string,
): Promise<MovedPart> {
  const begin = beginOf(after)
  let end = begin
  for (let size = 0; end < heads.length && end - begin < recordsAtOnce && size < charactersAtOnce; end++)
    size += heads[end]?.size ?? 0
  const wanted = heads.slice(begin, end)
  const texts = await tables.texts(new Set(wanted.map(({ id }) => id)))
  return partOf({
    total: heads.length,
    after,
    summary: { ...summary, notes: [...tables.notes, ...summary.notes] },
    *read() {
      for (const { id, record } of wanted) yield withoutInfection(record(texts.get(id) ?? {}))
    },
  })
}

/** What columns are called that lie in each other; `above` is the column of the table that says in which. */
export function columnNames(types: readonly Row[], above: string, read: (text: string) => string) {
  const byId = new Map(types.map((row) => [row.id ?? '', row]))
  const nameOf = (id: string): string => read(byId.get(id)?.typename ?? '')
  /** What its name says, or else that of the nearest one that it lies in. */
  function kindUpwards(id: string): MovedKind | undefined {
    const seen = new Set<string>()
    for (let at = id; !seen.has(at); at = byId.get(at)?.[above] ?? '') {
      seen.add(at)
      const kind = kindByName(nameOf(at))
      if (kind) return kind
    }
    return undefined
  }
  return { nameOf, kindUpwards }
}

/** Addresses of the list of a column lead to where its records go. */
export function listsTo(kind: MovedKind, column: string, addresses: readonly string[]): MovedPart['lists'] {
  if (kind === 'page') return []
  return addresses.map((from) => ({ from, to: listPages[kind], column }))
}

/** The fields that a company has added, by what they are called there. */
export interface OwnField {
  term: string
  value: string
}

const isPicture = (address: string): boolean => /^[^\s<]+\.(?:jpe?g|png|gif|webp|bmp)(?:\?.*)?$/i.test(address)
const isFile = (value: string): boolean =>
  /^(?:https?:\/\/[^\s<]+|[./]*\/[^\s<]+)\.(?:pdf|docx?|xlsx?|pptx?|zip|rar)$/i.test(value)
const modelName = /^(?:产品|规格|设备)?型号(?:规格)?$/
const priceName = /^(?:产品|参考|市场|商品)?(?:价格|单价|报价)(?:[（(].{1,6}[）)])?$/

/** The model and the price have fields of their own, other short ones are specs; pictures go to the pictures, and the rest below the text. */
export function readOwnFields(fields: readonly OwnField[]) {
  const read = { model: '', price: '', specs: [] as OwnField[], pictures: [] as string[], html: '' }
  for (const { term: name, value: written } of fields) {
    const value = written.trim()
    const term = truncate(name, 40)
    const lines = value.replace(/<br\s*\/?>/gi, '\n')
    const line = lines.replace(/\s*\n\s*/g, '；')
    const isShort = line.length <= 200 && !line.includes('<')
    if (value === '') continue
    if (value.split(',').every(isPicture)) read.pictures.push(...value.split(','))
    else if (isFile(value)) read.html += linkTo(value, term)
    else if (modelName.test(term) && isShort) read.model = lines
    else if (priceName.test(term) && isShort) read.price = line
    else if (isShort && read.specs.length < limits.specs) read.specs.push({ term, value: line })
    else read.html += `<h3>${escapeHtml(term)}</h3><div>${value}</div>`
  }
  return read
}

/** A file that goes with a record is linked below its text. */
export const linkTo = (address: string, name: string): string =>
  `<p><a href="${escapeHtml(address)}">${escapeHtml(name)}</a></p>`

/** What every record has; the others are what its system says. */
export const noRecord = {
  column: '',
  date: '',
  intro: '',
  html: '',
  pictures: [],
  specs: [],
  pinned: false,
  hidden: false,
  path: '',
  from: [],
} satisfies Partial<MovedRecord>

/** Where a record lies in its system. */
export interface OldColumn {
  name: string
  /** '' for one that lies in none. */
  above: string
  isShown: boolean
}

interface Finished {
  /** Undefined for one that is not there any more. */
  column: OldColumn | undefined
  /** Where it led instead of to a page of its own. */
  outlink: string
  html: string
  /** As it is written there. */
  date: string
  /** Why visitors did not see it; '' where they did. */
  hiddenBecause: string
  now: number
}

/** The column, the text as far as it is read, the date as far as it is one, and what staff should know of all. */
export function finished({ column, outlink, html: whole, date: written, hiddenBecause, now }: Finished) {
  const html = truncate(whole, maxText)
  const date = readDate(written)
  const isLater = date !== '' && Date.parse(`${date.replace(' ', 'T')}+08:00`) > now
  const unseen = column?.isShown === false ? '原来的栏目没有显示' : ''
  const hidden = hiddenBecause || unseen || (isLater ? `原来要到${date.slice(0, 16)}才显示` : '')
  const isJump = outlink !== '' && html.trim() === ''
  const notes = lostIn(html)
  if (!column) notes.push('原来的栏目已经不在了')
  if (outlink !== '') notes.push(`原来点开的是${outlink}`)
  if (html.length < whole.length) notes.push(textIsCut)
  if (html.trim() === '') notes.push('没有正文')
  if (date === '' && /\S/.test(written)) notes.push(`原来的日期${written.slice(0, 30)}读不懂，请补上`)
  if (hidden !== '') notes.push(hidden)
  const { name = '', above = '' } = column ?? {}
  return { column: name, ...(above !== '' && { above }), html, date, hidden: hidden !== '' || isJump, notes }
}

/** What is stored with entities is markup once they are read; what was written by other means is markup as it stands. */
export const markup = (text: string): string => (/<[a-z]/i.test(text) ? text : plain(text))

/** A text that is stored with entities and slashes. */
export const plain = (text: string): string =>
  unescapeXml(text)
    .replace(/\\(['"\\])/g, '$1')
    .trim()

/** By a number of theirs, or against it. */
export const byNumber =
  (name: string, sign = 1) =>
  (row: Row): number =>
    sign * (Number(row[name]) || 0)

/** Compares records by these, one after the other; the last one is first in lists. */
export function inOrder<T>(all: readonly T[], ...by: readonly ((each: T) => number | string)[]): T[] {
  return [...all].sort((one, other) => {
    for (const value of by) {
      const [left, right] = [value(one), value(other)]
      if (left !== right) return left < right ? -1 : 1
    }
    return 0
  })
}

/** How many records have something of which this site has none. */
export function lostColumns(rows: Iterable<Row>, labels: Readonly<Record<string, string>>): string[] {
  const counts = new Map<string, number>()
  for (const row of rows)
    for (const [name, label] of Object.entries(labels)) if (row[name]) counts.set(label, (counts.get(label) ?? 0) + 1)
  return Array.from(counts, ([label, count]) => `${count}条有${label}，没有带过来`)
}
