import { completed, type StoredValues } from '../../contract/kinds/read.ts'
import type { SiteField, SiteFields } from '../../contract/site/siteFieldKinds.ts'

/** A record on disk and in memory. `createdAt` is China time with milliseconds and offset, so that people can read the file. */
export interface Stored {
  id: string
  createdAt: string
}

/** A record that staff edit. `changedAt` is also its version: every change sets a later one. Absent until the first change. */
export interface Edited extends Stored {
  changedAt?: string
  changedBy?: string
  /** Who has changed what of a draft since it was begun, or of the draft that was published last, by the names of fields. */
  authors?: Readonly<Record<string, string>>
}

/** How a record is listed and how long it is shown. */
export interface Listed {
  pinned?: boolean
  /** Its place among the unpinned or pinned ones where staff have moved it; the place of the others follows from their time. */
  rank?: string
  /** '' is never. */
  unpublishAt?: string
  /** Where its page leads from then on; '' is nowhere. */
  unpublishTo?: string
  /** The key of the draft that was published last. */
  ofDraft?: string
}
/** A record's file has this content. */
export const recordText = (record: object): string => `${JSON.stringify(record, null, 2)}\n`

/** Describes the records of a collection. */
export interface Kind<R extends Stored> {
  name: string
  /** Whether visitors see it, or this change of it: a write then invalidates every cached page. */
  published: boolean | ((record: R | undefined, before: R | undefined) => boolean)
  /** What the program reads of a stored record, which may be older or newer than it. */
  complete(stored: StoredValues): object
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
/** The time may have either form. */
export const shownMinute = (time: string): string => shownTime(time).slice(0, 16)

/** Describes texts, numbers and switches that people do not see. */
export const texts = (...names: string[]): SiteFields => described(names, { kind: 'text', label: '', max: 0 })
export const numbers = (...names: string[]): SiteFields =>
  described(names, { kind: 'number', label: '', min: 0, max: 0 })
export const switches = (...names: string[]): SiteFields => described(names, { kind: 'flag', label: '' })
export const textLists = (...names: string[]): SiteFields =>
  described(names, { kind: 'list', label: '', item: '', max: 0, of: { kind: 'text', label: '', max: 0 } })
const described = (names: readonly string[], field: SiteField): SiteFields =>
  Object.fromEntries(names.map((name) => [name, field]))

export const versionOf = ({ changedAt, createdAt }: Edited): string => changedAt ?? createdAt

/** A field of a record whose type is not known here; '' where it is no text. */
export function textOf(record: Stored, field: string): string {
  const value: unknown = Reflect.get(record, field)
  return typeof value === 'string' ? value : ''
}

/** A kind that is neither published nor listed nor searched. */
export const internalKind = <R extends Stored>(name: string, fields: SiteFields): Kind<R> => ({
  name,
  published: false,
  complete: (stored) => completed({ fields }, stored),
  searchText: () => '',
})
