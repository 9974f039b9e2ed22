import type { MovedRecord } from '../../contract/movedRecords.ts'

/** In characters. Enough for a book; the cleaner takes no more. */
export const maxText = 500_000
export const textIsCut = '正文太长，后面的没有带过来'

/** A part of the reply ends behind so many characters or records. */
export const charactersAtOnce = 2_000_000
export const recordsAtOnce = 500

/** Takes as many records as one reply carries, and says whether there may be more. */
export function partOf(all: Iterable<MovedRecord>): { records: MovedRecord[]; isFull: boolean } {
  const records: MovedRecord[] = []
  let characters = 0
  for (const record of all) {
    records.push(record)
    characters += JSON.stringify(record).length
    if (records.length === recordsAtOnce || characters >= charactersAtOnce) return { records, isFull: true }
  }
  return { records, isFull: false }
}
