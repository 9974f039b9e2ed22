import type { PictureNotes } from '../media/media.ts'

/** Every reply. `code` is the HTTP status, except '' for the one call that sets it; `msg` can be shown to users. */
export interface Reply<T> {
  code: number | ''
  msg: string
  data: T | null
  /** What the library knows of the pictures in `data`, if anything; only calls that pages make have it. */
  pictures?: PictureNotes
}
/** The data of a 409: who changed the record since, and when. */
export interface ConflictData {
  changedBy: string
  changedAt: string
}
/** What was published since the draft was begun, and is merged with it. */
export interface MergeData {
  changedBy: string
  fields: readonly string[]
}
/** The data of the 409 of a draft that cannot be merged with what is published. */
export interface ClashData extends ConflictData {
  /** The version that is published. */
  version: string
  clashes: { field: string; base: string; mine: string; theirs: string }[]
}
/** The data of the 409 of a publication whose sender saw the record published, which has been taken off since; the clock has no name. */
export interface OffData extends ConflictData {
  isOff: true
}
/** The data of the 409 of a lead of which somebody else has changed this: what it is by now. */
export interface StateData {
  field: 'state' | 'owner' | 'nextAt'
  now: string
}
/** A 400 names the invalid field. */
export interface FieldErrorData {
  field: string
}
