import type { MovedRecord } from '../../contract/movedRecords.ts'

/** A part of the reply ends behind so many characters or records. */
const charactersAtOnce = 2_000_000
export const recordsAtOnce = 500

/** Takes as many records as one reply carries, and says whether there may be more. */
export function partOf(all: Iterable<MovedRecord>): { records: MovedRecord[]; isFull: boolean } {
  const records: MovedRecord[] = []
  let characters = 0
  for (const record of all) {
    records.push(record)
    characters += record.html.length
    if (records.length === recordsAtOnce || characters >= charactersAtOnce) return { records, isFull: true }
  }
  return { records, isFull: false }
}
