import { type ReadonlySignal, signal as createSignal } from '@preact/signals-react'
import type { ConflictData, MergeData } from '../../../contract/calls/replies.ts'
import { type Fields, validateFields } from '../../../contract/calls/fields.ts'
import { changedFields, type FieldValues, type MergedFields, pick, textIn } from '../../../contract/kinds/merge.ts'
import { mapFields } from '../../../contract/site/siteFieldKinds.ts'
import { CallError, isMissing, messageOf } from '../../lib/callError.ts'
import type { Draft, DraftPlace, Publication, UnsavedWork } from './drafts.ts'
import { uploads } from './uploads.ts'

export interface Loaded {
  values: FieldValues
  version: string | undefined
  publication?: Publication
}

/** What a save has made of the record. */
export interface Saved {
  version?: string | undefined
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
  /** What is stored now, merged with what the form holds. */
  merged(mine: FieldValues, chosen?: FieldValues): MergedFields
  /** What is stored once the choice is made. */
  next: Partial<StoredRecord>
  /** It lies between a draft, whoever has written that, and what was published since it was begun. */
  isOfDraft: boolean
}

export interface FormView {
  readonly phase: 'loading' | 'failed' | 'ready'
  /** It would fail again. */
  readonly refused: boolean
  readonly values: FieldValues
  readonly errors: Readonly<Partial<Record<string, string>>>
  /** Why the form could not be loaded or saved. */
  readonly message: string
  /** What somebody else has decided about the record since it was opened, which a publication would undo. */
  readonly notice: string
  readonly saving: boolean
  /** It will be saved when the uploads have ended. */
  readonly waiting: boolean
  readonly dirty: boolean
  readonly draft: Draft | undefined
  /** When what was typed was kept in the browser, if it was not too large; undefined until then. */
  readonly draftAt: number | 'too large' | undefined
  readonly conflict: Conflict | undefined
  /** What the save that is under way is for. */
  readonly goal: Goal
  /** What is always public has none. */
  readonly publication: Publication | undefined
  readonly deleted: Deleted | undefined
}

/** Somebody has deleted the record since it was opened: it is restored, or what was typed becomes a new draft. */
export interface Deleted {
  words: string
  isInTrash: boolean
}

export interface FormOptions {
  /** Its uploads belong to it, such as `news/12`. */
  name: string
  empty: FieldValues
  rules: Fields
  /** The fields with rich text, whose paragraphs are merged. */
  rich?: readonly string[]
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

interface Publishing {
  publishDraft(id: string, from: Publication): Promise<Saved>
  /** Without saving them as a draft before. A new record has the id '' and a request id, as in `add`. */
  publishValues(id: string, values: FieldValues, from: Saved, requestId?: string): Promise<Saved & { id: string }>
  loadPublished(id: string): Promise<Loaded>
  /** What they saw before; nothing where it is no longer kept. */
  loadVersion(id: string, version: string): Promise<FieldValues>
}

export interface StoredRecord {
  /** It is '' until the record is added. */
  id: string
  values: FieldValues
  version: string | undefined
  publication?: Publication
}

export type FormState = ReturnType<typeof createFormState>

const missingMessage = '有图片没有上传成功，请重试或放弃后再保存'

/** What a form shows, and what is stored on the server, as far as it is known. */
export function createFormState({ name, empty, rules, id, publishing, drafts }: FormOptions) {
  let stored: StoredRecord = { id, values: empty, version: undefined }
  const view = createSignal<FormView>({
    phase: id === '' ? 'ready' : 'loading',
    refused: false,
    values: empty,
    errors: {},
    message: '',
    notice: '',
    saving: false,
    waiting: false,
    dirty: false,
    draft: undefined,
    draftAt: undefined,
    conflict: undefined,
    deleted: undefined,
    goal: 'save',
    publication: undefined,
  })

  const current = (): FormView => view.peek()
  const show = (changes: Partial<FormView>): void => {
    view.value = { ...current(), ...changes }
  }
  /** Returns them as the server will store them. */
  const parsed = (values: FieldValues): FieldValues =>
    mapFields(values, (name, value) => rules[name]?.parse(value) ?? value)
  const changes = (values: FieldValues): FieldValues => changedFields(parsed(stored.values), parsed(values))
  const isDirty = (values: FieldValues): boolean => Object.keys(changes(values)).length > 0
  /** What was typed since the last save. */
  const typed = (): FieldValues => pick(current().values, Object.keys(changes(current().values)))
  const isDeleted = (cause: unknown): boolean => isMissing(cause) && stored.id !== '' && publishing !== undefined
  const showDeleted = (cause: unknown): void => {
    const isInTrash = cause instanceof CallError && Object(cause.data).isTrashed === true
    const words = isInTrash ? cause.message : '这条内容已经没有了，回收站里也没有'
    show({ phase: 'ready', deleted: { words, isInTrash }, message: '还没有保存，您写的内容都还在' })
  }

  return {
    view: view as ReadonlySignal<FormView>,
    current,
    show,
    parsed,
    changes,
    isDirty,
    typed,
    /** What a draft keeps. */
    unsavedWork(): UnsavedWork | undefined {
      const { values, dirty } = current()
      if (!dirty) return undefined
      const work = { values: typed(), before: pick(stored.values, Object.keys(typed())) }
      return {
        ...work,
        publication: stored.publication,
        title: textIn(values, drafts?.titleField ?? '') || undefined,
        ...(stored.version !== undefined && { basedOn: stored.version }),
      }
    },
    stored: (): Readonly<StoredRecord> => stored,
    setStored(next: Partial<StoredRecord>): void {
      stored = { ...stored, ...next }
      if (next.publication) show({ publication: next.publication })
    },
    /** Shows other values, whoever has changed them. */
    showValues: (values: FieldValues, more: Partial<FormView> = {}): void =>
      show({ values, dirty: isDirty(values), ...more }),
    /** Shows what is wrong; returns whether nothing is. What was stored before a rule keeps nobody from changing something else. */
    validate(): boolean {
      const { values, deleted } = current()
      const errors = validateFields(rules, values)
      const sent = stored.id === '' || deleted ? values : changes(values)
      const invalid = Object.keys(errors).some((field) => field in sent)
      const invalidMessage = invalid ? '有内容需要修改，请看标出的地方' : ''
      const message = uploads.missing(name) > 0 ? missingMessage : invalidMessage
      show({ errors, message })
      return message === ''
    },
    /** The message about pictures goes with the last of them. */
    clearPictureMessage(): void {
      if (current().message === missingMessage && uploads.missing(name) === 0) show({ message: '' })
    },
    isDeleted,
    showDeleted,
    /** Why something was not saved. */
    showFailure(cause: unknown): void {
      const field = cause instanceof CallError ? cause.field : undefined
      if (isDeleted(cause)) showDeleted(cause)
      else if (field !== undefined && field in empty) show({ errors: { [field]: messageOf(cause, '') } })
      else show({ message: messageOf(cause, '保存失败，请稍后重试') })
    },
  }
}
