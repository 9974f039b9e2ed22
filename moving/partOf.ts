import { maxMoved, type MovedPart, type MovedRecord } from '../contract/kinds/movedRecords.ts'
import { UnreadableSource } from './unreadableSource.ts'

/** In characters. Enough for a book; the cleaner takes no more. */
export const maxText = 500_000
export const textIsCut = '正文太长，后面的没有带过来'

/** A part of the reply ends behind so many characters or records. */
export const charactersAtOnce = 2_000_000
export const recordsAtOnce = 500

/** How many records are in the parts before. */
export const beginOf = (after: string): number => Number(after) || 0

/** What the first part has of the whole source. */
type SourceSummary = Pick<MovedPart, 'lists' | 'notes' | 'company'>
export type Lists = MovedPart['lists'][number][]

interface Whole {
  total: number
  after: string
  /** It goes with the first part. */
  summary: SourceSummary
  /** The records behind those of the parts before; some add to the lists. */
  read(lists: Lists): Iterable<MovedRecord>
}

/** Takes as many records as one reply carries. */
export function partOf({ total, after, summary, read }: Whole): MovedPart {
  if (total > maxMoved) throw new UnreadableSource(`里面的内容超过${maxMoved}条，一次搬不了这么多`)
  const begin = beginOf(after)
  const { lists: known, notes, company }: SourceSummary = begin === 0 ? summary : { lists: [], notes: [] }
  const lists = [...known]
  const records: MovedRecord[] = []
  let characters = 0
  for (const record of read(lists)) {
    records.push(record)
    characters += JSON.stringify(record).length
    if (records.length === recordsAtOnce || characters >= charactersAtOnce) break
  }
  const end = begin + records.length
  return { records, lists, notes, ...(company && { company }), next: end < total ? String(end) : '' }
}
