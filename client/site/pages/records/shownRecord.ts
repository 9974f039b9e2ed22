import type { ListedKind } from '../../../../contract/kinds/listedKinds.ts'

/** A record as calls send it. */
export type SentRecord = Readonly<Record<string, unknown>>

export const textOf = (record: SentRecord, field: string): string => String(record[field] ?? '')

/** What lists and links show of a record. Staff may save one without a title. */
export function shownRecord({ noun, address, key, title, cover, text, isDated }: ListedKind, record: SentRecord) {
  const day = textOf(record, 'createDate').slice(0, 10)
  return {
    name: textOf(record, title) || (isDated ? `${noun} ${day}` : noun),
    image: textOf(record, cover),
    path: address.replace('*', textOf(record, key)),
    intro: textOf(record, text),
  }
}
