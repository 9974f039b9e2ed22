import type { Fields } from '../../../contract/calls/fields.ts'
import { type KindName, kinds } from '../../../contract/kinds/kinds.ts'
import { type FieldValues, isEqual, textIn } from '../../../contract/kinds/merge.ts'
import type { SiteField } from '../../../contract/site/siteFieldKinds.ts'
import { user } from '../session/session.ts'
import { createDraftStore, type DraftPlace, type DraftStore } from './drafts.ts'
import type { RecordCalls } from './recordCalls.ts'

export type Mode = 'add' | 'edit' | 'view'

/** A dialog that is open: on which record, and how. */
export interface Opened {
  mode: Mode
  /** It is '' when one is added. */
  id: string
}

/** How two values of a field are shown beside each other; without a kind, as texts. */
export type FieldDisplay = SiteField | { label: string; kind?: undefined }
export type Display = Readonly<Record<string, FieldDisplay>>

/** The field, or the member of an object, at a path; its label begins with those around it. */
export function fieldIn(display: Display, path: string): FieldDisplay {
  const [name = '', ...steps] = path.split('.')
  let field = display[name] ?? { label: name }
  for (const step of steps) {
    const member = field.kind === 'object' ? field.fields[step] : undefined
    if (member) field = { ...member, label: [field.label, member.label].filter(Boolean).join(' › ') }
  }
  return field
}
/** The fields of some changes, each once; a label may be a sentence. */
export const labelsOf = (display: Display, changes: readonly { name: string }[]): string =>
  [...new Set(changes.map(({ name }) => `“${fieldIn(display, name).label}”`))].join('、')

export interface ChangedField {
  name: string
  value: unknown
  /** What it is compared with. */
  before: unknown
}

/** The fields of which `values` has others than `before`; it may lack some. */
export const changesIn = (display: Display, before: FieldValues, values: FieldValues): ChangedField[] =>
  Object.keys(display).flatMap((name) => {
    const value = values[name]
    return value === undefined || isEqual(value, before[name]) ? [] : [{ name, value, before: before[name] }]
  })

/** How the dialog handles a kind of record. */
export interface DialogKind extends RecordCalls {
  name: KindName
  titles: Readonly<Record<Mode, string>>
  rules: Fields
  display: Display
}

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
    title: textIn(values, kinds[kind].title) || title,
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
