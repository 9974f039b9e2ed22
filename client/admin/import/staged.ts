import { truncate } from '../../../contract/text/characters.ts'
import { isDocumentName } from '../../../contract/media/documents.ts'
import type { Existing } from '../../../contract/kinds/entities.ts'
import { type KindName, recordKind } from '../../../contract/kinds/kinds.ts'
import type { RedirectInput } from '../../../contract/calls/redirects.ts'
import { maxOf } from '../../../contract/kinds/sheetColumns.ts'
import { thenPublic } from '../list/recordSource.ts'
import { suggestedIn } from '../../../contract/kinds/suggestedPath.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A file that was dropped, or the address of a picture on the web. */
export type FileSource = File | string

/** One that the text of a record links, not one of its pictures. */
export const isLinked = (source: FileSource): boolean => typeof source !== 'string' && isDocumentName(source.name)

/** A document that goes with a record, under the name that visitors read. */
export interface StagedDocument {
  name: string
  file: File
}

/** The files of a record that are still to be sent. */
export interface StagedFiles {
  /** The cover first. */
  pictures: readonly FileSource[]
  /** Of fields that have one picture, by their names. */
  otherPictures: ReadonlyMap<string, FileSource>
  /** Pictures of its text and documents that it links, by the addresses that they have there. */
  textPictures: ReadonlyMap<string, FileSource>
  documents: readonly StagedDocument[]
  /** The names of those that it asks for and nobody has. */
  missing: readonly string[]
}

/** What a row of a sheet or a record of another system becomes, before anything is saved. */
export interface StagedRecord extends StagedFiles {
  /** Its place in the source, as a person counts there. */
  line: number
  /** The same whenever the source is read, and of no other record: it is saved once, however often it is sent. */
  key: string
  kind: KindName
  title: string
  /** The fields of its draft, but for the files and the group. */
  readonly fields: Fields
  /** The name of its group; '' for none. */
  group: string
  /** Addresses that it had. */
  from: readonly string[]
  /** Other old addresses that come with it. */
  lists?: readonly RedirectInput[]
  /** What else tells it apart, in words. */
  facts: readonly string[]
  /** The text of which the beginning is shown: it tells whether the right part of a page was read. */
  excerpt: string | undefined
  /** What a person should know before it is saved. */
  notes: readonly string[]
  /** What its source has, and the record has not: the report says it as well. */
  lost?: readonly string[]
  /** What it is counted as, such as 新增. */
  sort: string
  /** Why it cannot be saved. */
  problem: string | undefined
  /** Nothing is to be done, or nothing can be. */
  isFixed: boolean
  /** It stands above the others. */
  needsLook: boolean
  ticked: boolean
  /** The record that it changes; undefined for a new one. */
  existing: Existing | undefined
  /** What a publication of that, or of the draft below, brings to visitors besides: in words. */
  alongside: readonly string[]
  /** The draft that an earlier try has made of it, or what visitors see: it is not changed, and only its old addresses are new. */
  made: { id: string; isPublished?: boolean } | undefined
}

/** What an import must not bring to visitors without a word. */
export const alongsideNotes = ({ alongside, ticked }: StagedRecord): string[] =>
  alongside.map((words) => `${words}，${ticked ? thenPublic : notTicked}`)
export const notTicked = '没有勾选'

/** Ticks that a person has set or taken away, by the keys of records. */
export type Ticks = Readonly<Record<string, boolean>>

/** As long as the field allows. */
export function cutFor(kind: KindName, name: string, text: string): string {
  const { described } = recordKind(kind)
  return truncate(text, maxOf(described[name]))
}

const plainPath = /^[a-z\d]+(?:-[a-z\d]+)*$/

/** Gives each record an address that no other one has: the one that is wished for where that is free, or else one from its title. */
export function createPaths(taken: Readonly<Partial<Record<KindName, readonly string[]>>>) {
  const all = new Map(Object.entries(taken).map(([kind, paths]) => [kind, new Set(paths)]))
  return {
    take: (kind: KindName, path: string): unknown => all.get(kind)?.add(path),
    free(kind: KindName, title: string, wished = ''): string {
      const { unique, described } = recordKind(kind)
      const field = described[unique ?? '']
      const others = all.get(kind) ?? new Set()
      const path = (field && 'folder' in field ? (field.folder ?? '') : '') + wished.toLowerCase()
      const fits = plainPath.test(wished.toLowerCase()) && path.length <= maxOf(field) && !others.has(path)
      const suggested = (text: string): string => suggestedIn(kind, text, [...others])
      return fits ? path : suggested(title) || suggested('page')
    },
  }
}
