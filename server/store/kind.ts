/** A record on disk and in memory. `createdAt` is China time with milliseconds and offset, so that people can read the file. */
export interface Stored {
  id: string
  createdAt: string
}

/** A record that staff edit. `changedAt` is also its version: every change sets a later one. Absent until the first change. */
export interface Edited extends Stored {
  changedAt?: string
  changedBy?: string
}

/** How a record is listed and how long it is shown. */
export interface Listed {
  pinned?: boolean
  /** Its place among the unpinned or pinned ones where staff have moved it; the place of the others follows from their time. */
  rank?: string
  /** '' is never. */
  unpublishAt?: string
  /** The key of the draft that was published last. */
  ofDraft?: string
}
/** The content of a record's file. */
export const recordText = (record: object): string => `${JSON.stringify(record, null, 2)}\n`

/** Describes the records of a collection. */
export interface Kind<R extends Stored, Row> {
  name: string
  /** Whether visitors see it, or this change of it: a write then invalidates every cached page. */
  published: boolean | ((record: R | undefined, before: R | undefined) => boolean)
  /** Whether a parsed file is such a record; if not, it is quarantined. */
  is(value: Readonly<Record<string, unknown>>): boolean
  /** The record as lists show it. */
  row(record: R): Row
  /** The time that lists show and sort by, where it is not `createdAt`. */
  shownAt?(record: R): string
  /** What is replaced or removed is kept in the history. */
  history?: true
  /** Records can be pinned and moved. */
  placed?: true
  /** The text that searches look through. */
  searchText(record: R): string
  /** The texts that lists can be sorted by, under the names of the row's fields. */
  sorted?: Readonly<Record<string, (record: R) => string>>
}

export const createDate = (record: Stored): string => shownTime(record.createdAt)
/** A stored time as replies contain it, and back. */
export const shownTime = (time: string): string => time.slice(0, 19).replace('T', ' ')
export const storedTime = (shown: string): string => `${shown.replace(' ', 'T')}.000+08:00`

/** Checks that these fields are strings. */
export const strings = (...names: string[]) =>
  (value: Readonly<Record<string, unknown>>): boolean => names.every((name) => typeof value[name] === 'string')

/** Checks that these fields are numbers. */
export const numbers = (...names: string[]) =>
  (value: Readonly<Record<string, unknown>>): boolean => names.every((name) => typeof value[name] === 'number')

export const versionOf = ({ changedAt, createdAt }: Edited): string => changedAt ?? createdAt

/** A field of a record whose type is not known here; '' where it is no text. */
export function textOf(record: Stored, field: string): string {
  const value: unknown = Reflect.get(record, field)
  return typeof value === 'string' ? value : ''
}

/** A kind that is neither published nor listed nor searched. */
export const internalKind = <R extends Stored>(name: string, is: Kind<R, R>['is']): Kind<R, R> => ({
  name, published: false, is, row: (record) => record, searchText: () => '',
})
