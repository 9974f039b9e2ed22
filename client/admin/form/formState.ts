import { type ReadonlySignal, signal as createSignal } from '@preact/signals-react'
import type { ConflictData, MergeData, Outcome } from '../../../contract/calls.ts'
import type { Fields } from '../../../contract/fields.ts'
import type { Draft, DraftPlace } from './drafts.ts'
import { changedFields, type FieldValues } from '../../../contract/merge.ts'

export interface Loaded {
  values: FieldValues
  version: string | undefined
  publication?: Publication
}

/** Where a record stands between its draft and its visitors. */
export interface Publication {
  /** The version that visitors see; undefined where they see nothing. */
  published: string | undefined
  /** The published version that the draft began with. */
  basedOn: string | undefined
  /** The version of the draft; undefined where there is none. */
  draft: string | undefined
  savedBy: string
  publishAt: string
  unpublishAt: string
}

/** What a save has made of the record. */
export interface Saved {
  version?: string
  /** What others have published since the draft was begun. */
  merged?: MergeData
  publication?: Publication
}

/** What is sent in place of what the form shows. */
export type Prepare = (values: FieldValues) => FieldValues

/** Of a record that has drafts, `save` and `schedule` keep the draft, `save` goes on with it, and `publish` sends what was typed at once. */
export type Goal = 'save' | 'schedule' | 'publish'

/** Someone else has saved the record since it was opened, and changed fields that were also changed here. */
export interface Conflict extends ConflictData {
  /** What both versions were made from, as far as it is known. */
  base: Partial<FieldValues>
  latest: Loaded
  /** What is stored once the choice is made. */
  next: Partial<StoredRecord>
  /** Fields that both changed, entirely or in part: a person must choose for each part. */
  both: readonly string[]
  /** Fields that are theirs or merged, without a question. */
  theirs: readonly string[]
  /** The values that it names, of those of the form. */
  inParts(values: Partial<FieldValues>): FieldValues
}

export interface FormView {
  readonly phase: 'loading' | 'failed' | 'ready'
  /** It would fail again. */
  readonly refused: boolean
  readonly values: FieldValues
  readonly errors: Partial<FieldValues>
  /** Why the form could not be loaded or saved. */
  readonly message: string
  readonly saving: boolean
  /** It will be saved when the uploads have ended. */
  readonly waiting: boolean
  readonly dirty: boolean
  readonly draft: Draft | undefined
  /** The last change is too large to be kept as a draft. */
  readonly draftTooLarge: boolean
  /** When what was typed was kept in the browser; undefined until it is. */
  readonly draftAt: number | undefined
  readonly conflict: Conflict | undefined
  /** What the save that is under way is for. */
  readonly goal: Goal
  /** What is always public has none. */
  readonly publication: Publication | undefined
  /** Someone has deleted the record; what was typed can be saved as a new one. */
  readonly deleted: boolean
}

export interface Parts {
  split(values: Partial<FieldValues>): FieldValues
  join(parts: FieldValues): FieldValues
}

export interface FormOptions {
  /** Its uploads belong to it, such as `news/12`. */
  name: string
  empty: FieldValues
  rules: Fields
  /** The fields with rich text, whose paragraphs are merged. */
  rich?: readonly string[]
  /** How values that are made of several are merged and asked about, each by itself. */
  parts?: Parts
  /** A new record has ''. */
  id: string
  load(id: string, signal: AbortSignal): Promise<Loaded>
  /** Retries are safe: they carry the same request id. Absent where nothing can be added. */
  add?(values: FieldValues, requestId: string): Promise<Saved & { id: string }>
  /** Sends what was changed since `from`, or all values. */
  update(id: string, changes: FieldValues, from: Saved, values: FieldValues): Promise<Saved | null | void>
  /** Of a record that is a draft until it is published. */
  publishing?: Publishing
  /** It stays open after a save: what is typed meanwhile is not sent, and remains to be saved. */
  staysOpen?: boolean
  /** There are none where nothing can be changed. */
  drafts?: DraftPlace | undefined
}

export interface Publishing {
  publishDraft(id: string): Promise<Saved>
  /** Without saving them as a draft before. A new record has the id '' and a request id, as in `add`. */
  publishValues(id: string, values: FieldValues, from: Saved, requestId?: string): Promise<Saved & { id: string }>
  loadPublished(id: string): Promise<Loaded>
  /** What they saw before; nothing where it is no longer kept. */
  loadVersion(id: string, version: string): Promise<FieldValues>
  unpublish(id: string): Promise<Outcome | null>
}

export interface StoredRecord {
  /** It is '' until the record is added. */
  id: string
  values: Partial<FieldValues>
  version: string | undefined
  publication?: Publication
}

export type FormState = ReturnType<typeof createFormState>

/** What a form shows, and what is stored on the server, as far as it is known. */
export function createFormState(empty: FieldValues, rules: Fields, id: string) {
  let stored: StoredRecord = { id, values: empty, version: undefined }
  const view = createSignal<FormView>({
    phase: id === '' ? 'ready' : 'loading',
    refused: false,
    values: empty,
    errors: {},
    message: '',
    saving: false,
    waiting: false,
    dirty: false,
    draft: undefined,
    draftTooLarge: false,
    draftAt: undefined,
    conflict: undefined,
    deleted: false,
    goal: 'save',
    publication: undefined,
  })

  const current = (): FormView => view.peek()
  const show = (changes: Partial<FormView>): void => {
    view.value = { ...current(), ...changes }
  }
  /** Returns them as the server will store them. */
  const parsed = <P extends Partial<FieldValues>>(values: P): P =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rules[name]?.parse(value) ?? value])) as P
  const changes = (values: FieldValues): FieldValues => changedFields(parsed(stored.values), parsed(values))
  const isDirty = (values: FieldValues): boolean => Object.keys(changes(values)).length > 0

  return {
    view: view as ReadonlySignal<FormView>,
    current,
    show,
    parsed,
    changes,
    isDirty,
    stored: (): Readonly<StoredRecord> => stored,
    setStored(next: Partial<StoredRecord>): void {
      stored = { ...stored, ...next }
      if (next.publication) show({ publication: next.publication })
    },
    /** Shows other values, whoever has changed them. */
    showValues: (values: FieldValues, more: Partial<FormView> = {}): void =>
      show({ values, dirty: isDirty(values), ...more }),
  }
}
