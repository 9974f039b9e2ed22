import { truncate } from '../../../contract/characters.ts'
import { type KindName, kinds, type RecordKind } from '../../../contract/kinds.ts'
import { maxGroups } from '../../../contract/locations.ts'
import { type MovedKind, movedKinds, type MovedRecord, picturesIn } from '../../../contract/movedRecords.ts'
import { limits } from '../../../contract/rules.ts'
import { user } from '../session.ts'
import { addressOf, listOf, type RecordRow, rowText } from '../list/recordSource.ts'
import { type FindPicture, webAddress } from './pictures.ts'

/** A record that this site has. */
export interface Known {
  id: string
  isPublished: boolean
  address: string | undefined
}

/** What this site has already, by what it is told apart by. */
export interface KnownRecords {
  byTitle: ReadonlyMap<string, readonly Known[]>
  /** The addresses that are taken, of the kinds whose records have one of their own. */
  paths: Readonly<Partial<Record<KindName, readonly string[]>>>
  /** The group of products of which the source names none: without one visitors would not see them. */
  group: string
}

export async function loadKnown(signal: AbortSignal): Promise<KnownRecords> {
  const byTitle = new Map<string, Known[]>()
  const paths: Partial<Record<KindName, string[]>> = {}
  for (const kind of movedKinds) {
    const { id, title, unique }: RecordKind = kinds[kind]
    const { data } = await listOf(kind, { limit: limits.listLimit, show: 'all' }, signal)
    for (const row of data) {
      const key = knownKey(kind, rowText(row, title), rowText(row, 'createDate'))
      byTitle.set(key, [...(byTitle.get(key) ?? []), knownOf(kind, rowText(row, id), row)])
    }
    if (unique !== undefined) paths[kind] = data.map((row) => rowText(row, unique))
  }
  const group = user.peek()?.groups.find(({ on }) => on)?.name ?? ''
  return { byTitle, paths, group }
}

const knownOf = (kind: MovedKind, id: string, row: RecordRow): Known => ({
  id,
  isPublished: row.state === undefined || row.state === 'published',
  address: addressOf(kinds[kind], id, row),
})

/** News may have the same title every year. */
const knownKey = (kind: MovedKind, title: string, date: string): string =>
  kind === 'news' ? `${kind}\n${title}\n${date.slice(0, 10)}` : `${kind}\n${title}`

/** What a record of the source becomes. */
export interface StagedRecord {
  /** Its place in the source, from 1. */
  line: number
  record: MovedRecord
  kind: MovedKind
  title: string
  /** The name of its group, of a product. */
  group: string
  ticked: boolean
  /** Why it cannot be moved. */
  problem: string | undefined
  /** The same record, from an earlier try. */
  known: Known | undefined
  /** Addresses of pictures, in a folder or on the web, and those that are in neither. */
  found: number
  missing: readonly string[]
}

/** What the person has chosen, by the names of columns and the keys of records. */
export interface Choices {
  columns: Readonly<Record<string, MovedKind | 'none'>>
  kinds: Readonly<Record<string, MovedKind>>
  ticks: Readonly<Record<string, boolean>>
  /** The names of the groups that products of a column are in. */
  groups: Readonly<Record<string, string>>
}

export const noChoices: Choices = { columns: {}, kinds: {}, ticks: {}, groups: {} }

export function stage(
  records: readonly MovedRecord[],
  choices: Choices,
  { byTitle, group: firstGroup }: KnownRecords,
  find: FindPicture,
): StagedRecord[] {
  const left = new Map(Array.from(byTitle, ([key, all]) => [key, [...all]]))
  return records.map((record, index) => {
    const column = choices.columns[record.column]
    const kind = choices.kinds[record.key] ?? (column === undefined || column === 'none' ? record.kind : column)
    const title = titleFor(kind, record)
    const known = left.get(knownKey(kind, title, dateOf(record)))?.shift()
    const problem = problemOf(title, known)
    const isWanted = !record.hidden && column !== 'none' && !(kind === 'page' && record.html.trim() === '')
    const all = allPictures(record)
    const missing = all.filter((address) => !find(address) && webAddress(address) === '')
    return {
      line: index + 1,
      record,
      kind,
      title,
      group: choices.groups[record.column] ?? (groupNameOf(record.column) || firstGroup),
      ticked: problem === undefined && (choices.ticks[record.key] ?? isWanted),
      problem,
      known,
      found: all.length - missing.length,
      missing,
    }
  })
}

function problemOf(title: string, known: Known | undefined): string | undefined {
  if (title === '') return '没有标题，不能搬'
  return known?.isPublished ? '已经有了，不用再搬' : undefined
}

const titleFor = (kind: MovedKind, { title }: MovedRecord): string => cutFor(kind, kinds[kind].title, title)

/** As long as the field allows. */
export function cutFor(kind: MovedKind, name: string, text: string): string {
  const { described }: RecordKind = kinds[kind]
  const field = described[name]
  return field && 'max' in field ? truncate(text, field.max ?? Infinity) : text
}

/** What a column is called as a group, cut as the settings allow; '' where it is a folder of the old site. */
export const groupNameOf = (column: string): string => (column.startsWith('/') ? '' : truncate(column, 20))

/** The groups that products need and the site has not: as many as there is room for, and the others. */
export function newGroupsOf(
  rows: readonly StagedRecord[],
  present: readonly string[],
): { made: string[]; left: string[] } {
  const names = rows.filter(({ kind, ticked }) => kind === 'product' && ticked).map(({ group }) => group)
  const missing = [...new Set(names)].filter((name) => name !== '' && !present.includes(name))
  const room = Math.max(0, maxGroups - present.length)
  return { made: missing.slice(0, room), left: missing.slice(room) }
}

/** Nothing is dated later than now. */
export function dateOf({ date }: MovedRecord): string {
  const time = Date.parse(`${date.replace(' ', 'T')}+08:00`)
  return time <= Date.now() ? date : ''
}

const pictures = new WeakMap<MovedRecord, readonly string[]>()
/** Each once, the cover first. */
export function allPictures(record: MovedRecord): readonly string[] {
  const all = pictures.get(record) ?? [...new Set([...record.pictures, ...picturesIn(record.html)])]
  pictures.set(record, all)
  return all
}
