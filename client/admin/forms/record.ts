import type { ReactNode } from 'react'
import type { ParsedOf } from '../../../contract/calls.ts'
import type { Fields } from '../../../contract/fields.ts'
import { type KindName, kinds } from '../../../contract/kinds.ts'
import { user } from '../session.ts'
import { type Draft, type Drafts, createDrafts } from './drafts.ts'
import type { Loaded } from './formState.ts'
import type { FieldValues } from '../../../contract/merge.ts'

export type Mode = 'add' | 'edit' | 'view'

/** A dialog that is open: on which record, and how. */
export interface Opened {
  mode: Mode
  /** '' when adding. */
  id: string
  /** The draft to continue with, of a form that was given up. */
  resume?: Draft | undefined
}

export interface FieldDisplay {
  label: string
  /** How two of its values are shown beside each other. */
  kind?: 'text' | 'rich' | 'picture'
  /** The text that is compared, where the stored value is not it. */
  read?(value: string): string
  /** What people see for a stored value. */
  render?(value: string): ReactNode
}

/** How the dialog handles a kind of record. */
export interface RecordKind<V extends FieldValues> {
  /** Part of the names of its drafts. */
  name: string
  /** The view that asks before it is closed with unsaved work. */
  path: string
  width: string
  titles: Readonly<Record<Mode, string>>
  empty: V
  rules: Fields
  display: Readonly<Record<keyof V, FieldDisplay>>
  load(id: string, signal: AbortSignal): Promise<Loaded<V>>
  /** Returns the id. */
  add(values: V, requestId: string): Promise<string>
  update(id: string, changes: Partial<V>, basedOn: string | undefined): Promise<unknown>
  /** The public page to preview; absent where it has none. */
  page?: ParsedOf<'pagePreview'>['kind']
}

/** The fields with rich text. */
export const richIn = (display: Readonly<Record<string, FieldDisplay>>): string[] =>
  Object.keys(display).filter((name) => display[name]?.kind === 'rich')

/** Only the fields of the form. */
export function loadedOf<V extends FieldValues>(empty: V, reply: V & { version?: string }): Loaded<V> {
  const values = Object.fromEntries(Object.keys(empty).map((name) => [name, reply[name] ?? ''])) as V
  return { values, version: reply.version }
}

let drafts: Drafts | undefined

/** Such as `news/12`. */
export const formName = (kind: string, id: string): string => `${kind}/${id || 'new'}`

/** Drafts are kept for each person, since several may use one browser. */
export function draftsFor(kind: string, id: string): { store: Drafts; name: string } {
  return { store: allDrafts(), name: prefixOfUser() + formName(kind, id) }
}

/** Whether this person has drafts that were not given up. */
export const hasDrafts = (): boolean => allDrafts().list(prefixOfUser()).size > 0

/** What this person has typed in this browser and not saved, of one kind of record. */
export interface Unfinished {
  /** '' for a new record. */
  id: string
  title: string
  /** Milliseconds. */
  at: number
}

export const unfinishedOf = (kind: KindName): Unfinished[] =>
  [...allDrafts().list(`${prefixOfUser()}${kind}/`)].map(([id, { values, at }]) =>
    ({ id: id === 'new' ? '' : id, title: values[kinds[kind].title] ?? '', at }))

const prefixOfUser = (): string => `${user.peek()?.userId ?? ''}/`

function allDrafts(): Drafts {
  if (!drafts) {
    drafts = createDrafts(storage())
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
