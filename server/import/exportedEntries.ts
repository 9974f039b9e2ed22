import { truncate } from '../../contract/characters.ts'
import { lostIn, type MovedPart, type MovedRecord } from '../../contract/movedRecords.ts'
import { kindByName } from './kindByName.ts'
import { isMadeHere, ownPageFor } from './ownPages.ts'
import { beginOf, type Lists, maxText, partOf, type SourceSummary, textIsCut } from './partOf.ts'

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

/** The part of them that is behind the first `after` ones. */
export const partOfEntries = (entries: readonly ExportedEntry[], after: string, summary: SourceSummary): MovedPart =>
  partOf({
    total: entries.length,
    after,
    summary,
    *read(lists) {
      for (const entry of entries.slice(beginOf(after))) yield movedRecord(entry, lists)
    },
  })

export function movedRecord(entry: ExportedEntry, lists: Lists): MovedRecord {
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
  const names = [entry.column, entry.above, entry.from[0]?.split('/')[1]].join(' ')
  return {
    specs: [],
    ...facts,
    kind: entry.kind ?? (isPage ? 'page' : (kindByName(names) ?? 'news')),
    html,
    pictures: [...new Set([cover, ...gallery])].filter((address) => address !== ''),
    hidden: hidden !== '' || madeHere !== undefined,
    from: madeHere === undefined ? entry.from : [],
    notes: [...notes, ...lostIn(html)],
  }
}
