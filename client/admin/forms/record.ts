import type { ReactNode } from 'react'
import type { ParsedOf } from '../../../contract/calls.ts'
import type { Fields } from '../../../contract/fields.ts'
import { user } from '../session.ts'
import type { Words } from '../lists/list.ts'
import { type Draft, type Drafts, createDrafts } from './drafts.ts'
import type { Loaded } from './form.ts'

export type Mode = 'add' | 'edit' | 'view'

/** A dialog that is open: on which record, and how. */
export interface Opened {
  mode: Mode
  /** '' when adding. */
  id: string
  /** What was typed before it was given up, to go on with. */
  resume?: Draft | undefined
}

export interface FieldLook {
  label: string
  /** How two of its values are shown beside each other. */
  kind?: 'words' | 'rich' | 'picture'
  /** The words for a stored value. */
  words?(value: string): ReactNode
}

/** What the dialog of a kind of record must know. */
export interface RecordKind<V extends Words> {
  /** For the names of drafts. */
  name: string
  /** The view whose closing asks first. */
  path: string
  width: string
  titles: Readonly<Record<Mode, string>>
  empty: V
  rules: Fields
  looks: Readonly<Record<keyof V, FieldLook>>
  load(id: string, signal: AbortSignal): Promise<Loaded<V>>
  /** Gives the id. */
  add(values: V, requestId: string): Promise<string>
  update(id: string, changes: Partial<V>, basedOn: string | undefined): Promise<unknown>
  /** Whose page it has; absent without a page of its own. */
  page?: ParsedOf<'pagePreview'>['kind']
}

/** Reads no more of a reply than the form shows. */
export function loadedOf<V extends Words>(empty: V, reply: V & { version?: string }): Loaded<V> {
  const values = Object.fromEntries(Object.keys(empty).map((name) => [name, reply[name] ?? ''])) as V
  return { values, version: reply.version }
}

let drafts: Drafts | undefined

/** The browser's drafts; each person's own, where several use one browser. */
export function draftsFor(kind: string, id: string): { box: Drafts; name: string } {
  return { box: allDrafts(), name: `${own()}${kind}/${id || 'new'}` }
}

/** Whether something of this person's waits to be taken up again. */
export const hasDrafts = (): boolean => allDrafts().any(own())

const own = (): string => `${user.peek()?.userId ?? ''}/`

function allDrafts(): Drafts {
  if (!drafts) {
    drafts = createDrafts(storage())
    drafts.sweep()
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
