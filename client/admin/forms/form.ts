import { type ReadonlySignal, signal as createSignal } from '@preact/signals-react'
import type { ConflictData } from '../../../contract/calls.ts'
import { type Fields, validateFields } from '../../../contract/fields.ts'
import { CallError } from '../../lib/callError.ts'
import { createDraftKeeper, type GivenUp } from './draftKeeper.ts'
import type { Draft, Drafts } from './drafts.ts'
import { changedFields, type FieldValues, mergeFields, pick } from './mergeFields.ts'

export interface Loaded<V extends FieldValues> {
  values: V
  version: string | undefined
}

/** Someone else has saved the record since it was opened, and changed fields that were also changed here. */
export interface Conflict<V extends FieldValues> extends ConflictData {
  /** What both versions were made from, as far as it is known. */
  base: Partial<V>
  latest: Loaded<V>
  /** Fields that both changed: a person must choose for each. */
  both: readonly (keyof V & string)[]
  /** Fields that only they changed. */
  theirs: readonly (keyof V & string)[]
}

/** Fields that someone else had changed, merged without asking. */
export interface Merge<V extends FieldValues> {
  by: string
  fields: readonly (keyof V & string)[]
}

export interface FormView<V extends FieldValues> {
  readonly phase: 'loading' | 'failed' | 'ready'
  readonly values: V
  readonly errors: Partial<Record<keyof V, string>>
  /** Why the form could not be loaded or saved. */
  readonly message: string
  readonly saving: boolean
  /** It will be saved when the uploads have ended. */
  readonly waiting: boolean
  readonly uploads: number
  /** Pictures whose upload failed: what would be saved now lacks them. */
  readonly missing: number
  readonly dirty: boolean
  readonly draft: Draft | undefined
  /** The last change is too large to be kept as a draft. */
  readonly draftTooLarge: boolean
  readonly conflict: Conflict<V> | undefined
  /** Someone has deleted the record; what was typed can be saved as a new one. */
  readonly deleted: boolean
}

export interface FormOptions<V extends FieldValues> {
  empty: V
  rules: Fields
  /** '' for a new record. */
  id: string
  load(id: string, signal: AbortSignal): Promise<Loaded<V>>
  /** Returns the id. Retries are safe: they carry the same request id. Absent where nothing can be added. */
  add?(values: V, requestId: string): Promise<string>
  /** Sends only what was changed. The reply may contain the new `version`, for a form that stays open. */
  update(id: string, changes: Partial<V>, basedOn: string | undefined): Promise<unknown>
  /** It stays open after a save: what is typed meanwhile is not sent, and remains to be saved. */
  staysOpen?: boolean
  /** Absent where nothing can be changed. */
  drafts?: { store: Drafts; name: string } | undefined
  /** The draft to continue with, of a form that was given up. */
  resume?: Draft | undefined
}

type Outcome = 'saved' | 'failed' | 'retry'

/** How often a save is repeated because the record has changed again, or because something was entered while it was being saved. */
const maxRounds = 5
const deletedMessage = '这条内容已被删除，可以另存为新的一条'
const uploadCancelled = '图片上传已取消，内容还没有保存'

/**
 * The form of one record: loads it, holds what is typed, keeps the draft, saves, and merges what others have changed meanwhile. One long
 * closure, because each of these steps reads and writes the same four variables; what needs fewer is in a file of its own.
 */
export function createForm<V extends FieldValues>({ empty, rules, id: opened, load, add, update, staysOpen = false, drafts, resume }: FormOptions<V>) {
  let id = opened
  /** What is stored on the server, as far as it is known. */
  let base: Partial<V> = empty
  let version: string | undefined
  const view = createSignal<FormView<V>>({
    phase: id === '' ? 'ready' : 'loading',
    values: empty, errors: {}, message: '', saving: false, waiting: false, uploads: 0, missing: 0, dirty: false, draft: undefined, draftTooLarge: false,
    conflict: undefined, deleted: false,
  })
  let loading: AbortController | undefined
  let attempt: { values: V; id: string } | undefined
  let merges: readonly Merge<V>[] = []
  /** Since something was typed. */
  let rewritten = false
  /** Ends the wait for uploads; with a refusal, nothing is saved. */
  let endWaiting: ((refusal: string | undefined) => void) | undefined

  const current = (): FormView<V> => view.peek()
  const show = (changes: Partial<FormView<V>>): void => {
    view.value = { ...current(), ...changes }
  }
  const names = Object.keys(empty) as (keyof V & string)[]
  /** As the server will store them. */
  const parsed = <P extends Partial<V>>(values: P): P =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rules[name]?.parse(value) ?? value])) as P
  const changes = (values: V): Partial<V> => changedFields(parsed(base), parsed(values))
  const isDirty = (values: V): boolean => Object.keys(changes(values)).length > 0
  const complete = (values: FieldValues): V => ({ ...empty, ...Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) })

  const keeper = createDraftKeeper(
    drafts,
    () => {
      const { values, dirty } = current()
      return dirty ? { values, before: pick(base, Object.keys(changes(values))) as FieldValues, ...(version !== undefined && { basedOn: version }) } : undefined
    },
    (kept) => current().draftTooLarge === kept && show({ draftTooLarge: !kept }),
  )

  const fill = (loaded: Loaded<V>): void => {
    base = loaded.values
    version = loaded.version
    show({ phase: 'ready', values: loaded.values, errors: {}, message: '', dirty: false })
  }
  const offerDraft = (): void => {
    const draft = resume ?? keeper.read()
    if (draft && !isDirty(complete(draft.values))) return keeper.remove()
    if (draft && resume) restore(draft)
    else show({ draft })
    resume = undefined
  }

  function restore(draft: Draft): void {
    const values = complete(draft.values)
    if (draft.basedOn !== undefined && draft.basedOn !== version) {
      // The record has changed since. Fields that the draft did not change hold the old values; for the others the draft holds the earlier values, if it was stored.
      const same = names.filter((name) => values[name] === base[name])
      base = draft.before ? { ...values, ...draft.before } : pick(values, same)
      version = draft.basedOn
    }
    show({ values, dirty: isDirty(values), draft: undefined })
    keeper.schedule()
  }

  async function open(offersDraft = true): Promise<void> {
    if (id === '') return offerDraft()
    loading?.abort()
    const { signal } = (loading = new AbortController())
    show({ phase: 'loading', message: '' })
    try {
      const loaded = await load(id, signal)
      if (signal.aborted) return
      fill(loaded)
      if (offersDraft) offerDraft()
    } catch (cause) {
      if (signal.aborted) return
      base = empty
      const draft = isDeleted(cause) ? (resume ?? keeper.read()) : undefined
      if (draft) {
        resume = undefined
        restore(draft)
        show({ phase: 'ready', deleted: true, message: deletedMessage })
      } else show({ phase: 'failed', values: empty, dirty: false, message: messageOf(cause, '加载失败，请稍后重试') })
    }
  }

  const requestIdFor = (values: V): string => {
    if (!attempt || Object.keys(changedFields(attempt.values, values)).length > 0) attempt = { values, id: newRequestId() }
    return attempt.id
  }

  function validate(): boolean {
    const errors = validateFields(rules, current().values) as Partial<Record<keyof V, string>>
    const invalid = Object.keys(errors).length > 0
    const message = current().missing > 0 ? '有图片没有上传成功，请重试或放弃后再保存' : invalid ? '有内容需要修改，请看标出的地方' : ''
    show({ errors, message })
    return message === ''
  }

  /** False: an upload failed, or the person has cancelled the wait. */
  async function waitForUploads(): Promise<boolean> {
    if (current().uploads === 0) return true
    show({ waiting: true, saving: false })
    const refusal = await new Promise<string | undefined>((resolve) => (endWaiting = resolve))
    endWaiting = undefined
    show({ waiting: false, saving: true, message: refusal ?? '' })
    return refusal === undefined
  }

  async function save(): Promise<boolean> {
    if (current().saving || current().waiting || current().phase !== 'ready') return false
    merges = []
    return saveRounds()
  }

  async function saveRounds(): Promise<boolean> {
    show({ conflict: undefined, saving: true })
    let outcome: Outcome = 'retry'
    for (let round = 0; outcome === 'retry'; round++) {
      if (!validate() || !(await waitForUploads()) || !validate()) outcome = 'failed'
      else if (round > 0 && !isDirty(current().values)) outcome = 'saved'
      else if (round < maxRounds) outcome = await sendOnce()
      else {
        show({ message: '这条内容正在被多人修改，还没有保存，请稍后再点“确定”' })
        outcome = 'failed'
      }
    }
    const dirty = isDirty(current().values)
    show({ saving: false, dirty })
    if (outcome === 'saved') {
      keeper.remove()
      show({ draftTooLarge: false })
      if (dirty) keeper.schedule()
    }
    return outcome === 'saved'
  }

  async function sendOnce(): Promise<Outcome> {
    const values = parsed(current().values)
    // The save may fail; this is what the person wanted to save.
    keeper.flush()
    try {
      if (add && (id === '' || current().deleted)) id = await add(values, requestIdFor(values))
      else version = versionIn(await update(id, changes(values), version)) ?? version
    } catch (cause) {
      const conflict = conflictOf(cause)
      if (conflict) return mergeLatest(conflict)
      showError(cause)
      return 'failed'
    }
    base = values
    show({ deleted: false })
    if (staysOpen) return 'saved'
    // Something may have been entered meanwhile, such as a paste that was still being cleaned: it was not sent.
    return isDirty(current().values) || current().uploads > 0 ? mergeLatest() : 'saved'
  }

  /** Merges what is stored now into the form. Where both changed a field, a person must choose. */
  async function mergeLatest(conflict?: ConflictData): Promise<Outcome> {
    let latest: Loaded<V>
    try {
      latest = await load(id, new AbortController().signal)
    } catch (cause) {
      showError(cause)
      return 'failed'
    }
    const { values, theirs, both } = mergeFields(parsed(base), parsed(current().values), parsed(latest.values))
    if (both.length > 0) {
      show({ conflict: { ...(conflict ?? { changedBy: '', changedAt: '' }), base, latest, both, theirs } })
      return 'failed'
    }
    if (conflict) noteMerge(conflict, theirs)
    rebase(values, latest)
    return 'retry'
  }

  function noteMerge({ changedBy }: ConflictData, fields: Merge<V>['fields']): void {
    if (fields.length > 0) merges = [...merges, { by: changedBy, fields }]
  }

  function rebase(values: V, latest: Loaded<V>): void {
    base = latest.values
    version = latest.version
    show({ values, dirty: isDirty(values) })
    keeper.schedule()
  }

  /** What was typed can then be saved as a new record. */
  const isDeleted = (cause: unknown): boolean => cause instanceof CallError && cause.code === 404 && id !== '' && add !== undefined

  function showError(cause: unknown): void {
    const field = cause instanceof CallError ? cause.field : undefined
    if (isDeleted(cause)) show({ deleted: true, message: deletedMessage })
    else if (field !== undefined && field in empty) show({ errors: { [field]: messageOf(cause, '') } as FormView<V>['errors'] })
    else show({ message: messageOf(cause, '保存失败，请稍后重试') })
  }

  function giveUp(): GivenUp | undefined {
    const { uploads, missing } = current()
    const givenUp = keeper.giveUp()
    return givenUp && { ...givenUp, incomplete: uploads + missing > 0 }
  }

  return {
    view: view as ReadonlySignal<FormView<V>>,
    open: () => open(),
    set(name: keyof V & string, value: string): void {
      const values = { ...current().values, [name]: value }
      rewritten = false
      const { [name]: error, ...others } = current().errors
      // An error disappears as soon as the value is valid.
      const errors = error !== undefined && rules[name]?.validate(value) === undefined ? (others as FormView<V>['errors']) : current().errors
      show({ values, errors, dirty: isDirty(values), ...(Object.keys(errors).length === 0 && { message: '' }) })
      keeper.schedule()
    },
    /** On leaving a field. */
    check(name: keyof V & string): void {
      const error = rules[name]?.validate(current().values[name])
      if (error !== undefined) show({ errors: { ...current().errors, [name]: error } })
    },
    /** Saves as a new record if the opened one has been deleted. Returns whether it was saved. */
    save,
    /** Of a new record, once it is saved. */
    id: (): string => id,
    /** What the last save merged without asking. */
    merges: (): readonly Merge<V>[] => merges,
    /** The uploads continue, but nothing is saved after them. */
    cancelWaiting: (): void => endWaiting?.(''),
    /** Writes the draft at once: the page may be gone in a moment. */
    flushDraft: keeper.flush,
    /** Another tab may have removed the draft, by saving a form of the same name. It is written again once only, or two tabs without room for both would go on for ever. */
    keepDraft(): void {
      if (rewritten || !current().dirty || keeper.read()) return
      rewritten = true
      keeper.schedule()
    },
    /** Continues with a draft: the offered one, or one just discarded. */
    restore,
    /** Does not continue with the draft that is offered; returns it for an undo. */
    discardDraft(): GivenUp | undefined {
      const { draft } = current()
      show({ draft: undefined, draftTooLarge: false })
      return draft && keeper.discard(draft)
    },
    /** Keeps what was typed as a draft for a day, if the storage allows, and returns it for an undo. */
    giveUp,
    /** The same for a form that stays open; it then loads what is stored. */
    async startOver(): Promise<GivenUp | undefined> {
      endWaiting?.('')
      const givenUp = giveUp()
      show({ missing: 0 })
      await open(false)
      return givenUp
    },
    /** Whether work would be lost if the form were closed; `drafted` means that it would be offered again. */
    unsaved(): boolean | 'drafted' {
      if (current().uploads + current().missing > 0) return true
      if (!current().dirty) return false
      keeper.flush()
      // Another tab may have removed the draft, by signing out or changing the password.
      return !current().draftTooLarge && keeper.read() ? 'drafted' : true
    },
    /** Counts an upload: a save waits until it has ended, and fails if it fails. */
    async uploading<T>(work: Promise<T>): Promise<T> {
      show({ uploads: current().uploads + 1 })
      try {
        return await work
      } catch (cause) {
        endWaiting?.(cause instanceof CallError ? `图片上传失败，内容还没有保存：${cause.message}` : uploadCancelled)
        throw cause
      } finally {
        show({ uploads: current().uploads - 1 })
        // The caller writes its address into a field first.
        if (endWaiting) setTimeout(() => current().uploads === 0 && endWaiting?.(undefined), 0)
      }
    },
    /** Nothing is saved until they are uploaded or removed. */
    setMissing(missing: number): void {
      if (missing !== current().missing) show({ missing, ...(missing === 0 && { message: '' }) })
    },
    /** Saves with my value in the named fields, and theirs in the others that both changed. */
    async resolveConflict(mine: readonly string[]): Promise<boolean> {
      const { conflict } = current()
      if (!conflict || current().saving) return false
      const { latest, both, theirs } = conflict
      const accepted = both.filter((name) => !mine.includes(name))
      noteMerge(conflict, theirs)
      rebase({ ...current().values, ...pick(latest.values, [...theirs, ...accepted]) }, latest)
      return saveRounds()
    },
    /** Back to the unchanged form. */
    closeConflict(message = ''): void {
      show({ conflict: undefined, message })
    },
    close(): void {
      loading?.abort()
      keeper.flush()
    },
  }
}

export type Form<V extends FieldValues> = ReturnType<typeof createForm<V>>

export const messageOf = (cause: unknown, otherwise: string): string => (cause instanceof CallError ? cause.message : otherwise)

/** Not randomUUID, which pages without https do not have. */
const newRequestId = (): string => crypto.getRandomValues(new Uint32Array(4)).reduce((id, part) => id + part.toString(36), '')

const versionIn = (reply: unknown): string | undefined => (typeof reply === 'object' && reply !== null && 'version' in reply ? String(reply.version) : undefined)

function conflictOf(cause: unknown): ConflictData | undefined {
  if (!(cause instanceof CallError) || cause.code !== 409) return undefined
  const data = cause.data as Partial<ConflictData> | null | undefined
  return { changedBy: data?.changedBy ?? '', changedAt: data?.changedAt ?? '' }
}
