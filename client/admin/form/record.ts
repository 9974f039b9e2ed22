import type { Fields } from '../../../contract/fields.ts'
import { type KindName, kinds } from '../../../contract/kinds.ts'
import type { FieldValues } from '../../../contract/merge.ts'
import { user } from '../session.ts'
import { createDraftStore, type DraftPlace, type DraftStore } from './drafts.ts'
import type { RecordCalls } from './recordCalls.ts'

export type Mode = 'add' | 'edit' | 'view'

/** A dialog that is open: on which record, and how. */
export interface Opened {
  mode: Mode
  /** It is '' when one is added. */
  id: string
}

export interface FieldDisplay {
  label: string
  /** How two of its values are shown beside each other. */
  kind?: 'text' | 'rich' | 'picture'
  /** The text that is compared, or the addresses of pictures, where the stored value is not it: one in each line. */
  read?(value: string): string
}

export type Display = Readonly<Record<string, FieldDisplay>>

export const fieldIn = (display: Display, name: string): FieldDisplay => display[name] ?? { label: name }
/** The fields of some changes, each once. */
export const labelsOf = (display: Display, changes: readonly { name: string }[]): string =>
  [...new Set(changes.map(({ name }) => fieldIn(display, name).label))].join('、')

export interface ChangedField {
  name: string
  value: string
  /** What it is compared with. */
  before: string
}

/** The fields of which `values` has others than `before`; it may lack some. */
export const changesIn = (display: Display, before: FieldValues, values: FieldValues): ChangedField[] =>
  Object.keys(display).flatMap((name) => {
    const value = values[name]
    return value === undefined || value === before[name] ? [] : [{ name, value, before: before[name] ?? '' }]
  })

/** How the dialog handles a kind of record. */
export interface DialogKind extends RecordCalls {
  name: KindName
  titles: Readonly<Record<Mode, string>>
  empty: FieldValues
  rules: Fields
  display: Display
}

export const richIn = (display: Display): string[] =>
  Object.keys(display).filter((name) => display[name]?.kind === 'rich')

let drafts: DraftStore | undefined

/** Forms are called by their records, such as `news/12`. */
export const formName = (kind: string, id: string): string => `${kind}/${id || 'new'}`

/** Drafts are kept for each person, since several may use one browser. */
export function draftsFor(kind: string, id: string): DraftPlace {
  const draftName = (recordId: string): string => prefixOfUser() + formName(kind, recordId)
  const titleField = kind in kinds ? kinds[kind as KindName].title : ''
  return { store: allDrafts(), name: draftName(id), draftName, titleField }
}

/** Whether this person has drafts that were not given up. */
export const hasDrafts = (): boolean => allDrafts().list(prefixOfUser()).size > 0

/** What this person has typed in this browser and not saved, of one kind of record. */
interface Unfinished {
  /** A new record has ''. */
  id: string
  title: string
  at: number
}

export const unfinishedOf = (kind: KindName): Unfinished[] =>
  [...allDrafts().list(`${prefixOfUser()}${kind}/`)].map(([id, { values, at, title = '' }]) => ({
    id: id === 'new' ? '' : id,
    title: values[kinds[kind].title] ?? title,
    at,
  }))

const prefixOfUser = (): string => `${user.peek()?.userId ?? ''}/`

function allDrafts(): DraftStore {
  if (!drafts) {
    drafts = createDraftStore(storage())
    drafts.removeExpired()
  }
  return drafts
}

function storage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
