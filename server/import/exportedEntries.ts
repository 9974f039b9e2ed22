import { truncate } from '../../contract/characters.ts'
import { lostIn, maxMoved, type MovedKind, type MovedPart, type MovedRecord } from '../../contract/movedRecords.ts'
import { isMadeHere, ownPageFor } from './ownPages.ts'
import { maxText, partOf, textIsCut } from './partOf.ts'
import { UnreadableSource } from './unreadableSource.ts'

/** A post or a page of an export. */
export interface ExportedEntry
  extends Pick<MovedRecord, 'key' | 'column' | 'above' | 'title' | 'date' | 'intro' | 'pinned' | 'path' | 'from'>,
    Partial<Pick<MovedRecord, 'kind' | 'specs' | 'model' | 'price'>> {
  isPage: boolean
  cover: string
  /** The pictures behind the cover. */
  gallery?: readonly string[]
  /** Why visitors did not see it; '' where they did. */
  hidden: string
  /** Reads its text, which is HTML, and adds to `notes`. */
  read(notes: string[]): string
}

/** What a row of an export has under a name, as a text. */
export function wordsIn(row: object | undefined, name: string): string {
  const value: unknown = Object(row)[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** The part of them that is behind the first `after` ones. What is said of the whole export goes with the first part. */
export function partOfEntries(
  entries: readonly ExportedEntry[],
  after: string,
  source: Pick<MovedPart, 'lists' | 'notes'>,
): MovedPart {
  if (entries.length > maxMoved) throw new UnreadableSource(`里面的内容超过${maxMoved}条，一次搬不了这么多`)
  const begin = Number(after) || 0
  const lists = begin === 0 ? [...source.lists] : []
  function* read(): Iterable<MovedRecord> {
    for (const entry of entries.slice(begin)) yield movedRecord(entry, lists)
  }
  const { records } = partOf(read())
  const end = begin + records.length
  return { records, lists, notes: begin === 0 ? source.notes : [], next: end < entries.length ? String(end) : '' }
}

function movedRecord(entry: ExportedEntry, lists: { from: string; to: string }[]): MovedRecord {
  const { isPage, cover, gallery = [], hidden, read, ...facts } = entry
  const notes = hidden === '' ? [] : [hidden]
  const text = read(notes)
  const html = truncate(text, maxText)
  const madeHere = isPage ? ownPageFor(entry.title, html) : undefined
  if (madeHere !== undefined) {
    notes.push(isMadeHere)
    for (const from of entry.from) lists.push({ from, to: madeHere })
  } else if (html.trim() === '') notes.push('没有正文')
  if (html.length < text.length) notes.push(textIsCut)
  const named = (): MovedKind => kindNamed([entry.column, entry.above, entry.from[0]?.split('/')[1]].join(' '))
  return {
    specs: [],
    ...facts,
    kind: entry.kind ?? (isPage ? 'page' : named()),
    html,
    pictures: [...new Set([cover, ...gallery])].filter((address) => address !== ''),
    hidden: hidden !== '' || madeHere !== undefined,
    from: madeHere === undefined ? entry.from : [],
    notes: [...notes, ...lostIn(html)],
  }
}

/** By its column, the one above it, or the first folder of its address. */
function kindNamed(names: string): MovedKind {
  if (/产品|商品|\bproducts?\b/i.test(names)) return 'product'
  return /案例|工程|项目|\b(?:cases?|projects?|portfolio)\b/i.test(names) ? 'case' : 'news'
}
