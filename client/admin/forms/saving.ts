import type { ConflictData } from '../../../contract/calls.ts'
import { validateFields } from '../../../contract/fields.ts'
import { CallError, messageOf } from '../../lib/callError.ts'
import { uploads } from '../work/uploads.ts'
import type { DraftKeeper } from './draftKeeper.ts'
import type { FormOptions, FormState, FormView, Loaded } from './formState.ts'
import { changedFields, type FieldValues, mergeFields } from '../../../contract/merge.ts'

/** Fields that someone else had changed, merged without asking. */
export interface Merge<V extends FieldValues> {
  by: string
  fields: readonly (keyof V & string)[]
}

type Result = 'saved' | 'failed' | 'retry'

/** How often a save is repeated because the record has changed again, or because something was entered while it was being saved. */
const maxRounds = 5
const deletedMessage = '这条内容已被删除，可以另存为新的一条'
const missingMessage = '有图片没有上传成功，请重试或放弃后再保存'

/** Saves a form: validates it, waits for its uploads, sends what was changed, and merges what others have changed meanwhile. */
export function createSaving<V extends FieldValues>(options: FormOptions<V>, state: FormState<V>, keeper: DraftKeeper) {
  const { name, empty, rules, rich, load, add, update, staysOpen = false } = options
  const { current, show, parsed, changes, isDirty, stored, setStored, showValues } = state
  let attempt: { values: V; id: string } | undefined
  let merges: readonly Merge<V>[] = []
  let stopWaiting: (() => void) | undefined

  function validate(): boolean {
    const errors = validateFields(rules, current().values) as FormView<V>['errors']
    const invalid = Object.keys(errors).length > 0
    const message = uploads.missing(name) > 0 ? missingMessage : invalid ? '有内容需要修改，请看标出的地方' : ''
    show({ errors, message })
    return message === ''
  }

  /** False: an upload failed, or the person has cancelled it or the wait. */
  async function waitForUploads(): Promise<boolean> {
    if (!uploads.isRunning(name)) return true
    show({ waiting: true, saving: false })
    const ended = await Promise.race([uploads.ended(name), new Promise<'stopped'>((resolve) => (stopWaiting = () => resolve('stopped')))])
    stopWaiting = undefined
    const message = typeof ended === 'object' ? `图片上传失败，内容还没有保存：${ended.error}` : ended === 'removed' ? '图片上传已取消，内容还没有保存' : ''
    show({ waiting: false, saving: true, message })
    return ended === 'done'
  }

  async function save(): Promise<boolean> {
    if (current().saving || current().waiting || current().phase !== 'ready') return false
    merges = []
    return saveRounds()
  }

  async function saveRounds(): Promise<boolean> {
    show({ conflict: undefined, saving: true })
    let result: Result = 'retry'
    for (let round = 0; result === 'retry'; round++) {
      if (!validate() || !(await waitForUploads()) || !validate()) result = 'failed'
      else if (round > 0 && !isDirty(current().values)) result = 'saved'
      else if (round < maxRounds) result = await sendOnce()
      else {
        show({ message: '这条内容正在被多人修改，还没有保存，请稍后再点“确定”' })
        result = 'failed'
      }
    }
    const dirty = isDirty(current().values)
    show({ saving: false, dirty })
    if (result === 'saved') {
      keeper.remove()
      show({ draftTooLarge: false })
      if (dirty) keeper.schedule()
    }
    return result === 'saved'
  }

  async function sendOnce(): Promise<Result> {
    const values = parsed(current().values)
    const { id, version } = stored()
    // The save may fail; this is what the person wanted to save.
    keeper.flush()
    try {
      if (add && (id === '' || current().deleted)) setStored({ id: await add(values, requestIdFor(values)) })
      else setStored({ version: versionIn(await update(id, changes(values), version)) ?? version })
    } catch (cause) {
      const conflict = conflictOf(cause)
      if (conflict) return mergeLatest(conflict)
      showError(cause)
      return 'failed'
    }
    setStored({ values })
    show({ deleted: false })
    if (staysOpen) return 'saved'
    // Something may have been entered meanwhile, such as a paste that was still being cleaned: it was not sent.
    return isDirty(current().values) || uploads.isRunning(name) ? mergeLatest() : 'saved'
  }

  /** Merges what is stored now into the form. Where both changed a field, a person must choose. */
  async function mergeLatest(conflict?: ConflictData): Promise<Result> {
    let latest: Loaded<V>
    try {
      latest = await load(stored().id, new AbortController().signal)
    } catch (cause) {
      showError(cause)
      return 'failed'
    }
    const base = stored().values
    const { values, theirs, both } = merged(base, latest)
    if (both.length > 0) {
      show({ conflict: { ...(conflict ?? { changedBy: '', changedAt: '' }), base, latest, both, theirs } })
      return 'failed'
    }
    if (conflict) noteMerge(conflict, theirs)
    rebase(values, latest)
    return 'retry'
  }

  const merged = (base: Partial<V>, latest: Loaded<V>) => mergeFields(parsed(base), parsed(current().values), parsed(latest.values), rich)

  const requestIdFor = (values: V): string => {
    if (!attempt || Object.keys(changedFields(attempt.values, values)).length > 0) attempt = { values, id: newRequestId() }
    return attempt.id
  }
  function noteMerge({ changedBy }: ConflictData, fields: Merge<V>['fields']): void {
    if (fields.length > 0) merges = [...merges, { by: changedBy, fields }]
  }
  function rebase(values: V, latest: Loaded<V>): void {
    setStored(latest)
    showValues(values)
    keeper.schedule()
  }

  /** What was typed can then be saved as a new record. */
  const isDeleted = (cause: unknown): boolean => cause instanceof CallError && cause.code === 404 && stored().id !== '' && add !== undefined
  const showDeleted = (): void => show({ phase: 'ready', deleted: true, message: deletedMessage })

  function showError(cause: unknown): void {
    const field = cause instanceof CallError ? cause.field : undefined
    if (isDeleted(cause)) showDeleted()
    else if (field !== undefined && field in empty) show({ errors: { [field]: messageOf(cause, '') } as FormView<V>['errors'] })
    else show({ message: messageOf(cause, '保存失败，请稍后重试') })
  }

  return {
    /** Saves as a new record if the opened one has been deleted. Returns whether it was saved. */
    save,
    /** What the last save merged without asking. */
    merges: (): readonly Merge<V>[] => merges,
    /** The uploads continue, but nothing is saved after them. */
    cancelWaiting: (): void => stopWaiting?.(),
    /** Saves with these values in the fields that both changed. */
    async resolveConflict(chosen: Partial<V>): Promise<boolean> {
      const { conflict } = current()
      if (!conflict || current().saving) return false
      noteMerge(conflict, conflict.theirs)
      rebase({ ...merged(conflict.base, conflict.latest).values, ...chosen }, conflict.latest)
      return saveRounds()
    },
    /** Back to the unchanged form. */
    closeConflict(message = ''): void {
      show({ conflict: undefined, message })
    },
    isDeleted,
    showDeleted,
    /** The message about pictures goes with the last of them. */
    checkMessage: (): void => void (current().message === missingMessage && uploads.missing(name) === 0 && show({ message: '' })),
  }
}

/** Not randomUUID, which pages without https do not have. */
const newRequestId = (): string => crypto.getRandomValues(new Uint32Array(4)).reduce((id, part) => id + part.toString(36), '')

const versionIn = (reply: unknown): string | undefined =>
  (typeof reply === 'object' && reply !== null && 'version' in reply ? String(reply.version) : undefined)

function conflictOf(cause: unknown): ConflictData | undefined {
  if (!(cause instanceof CallError) || cause.code !== 409) return undefined
  const data = cause.data as Partial<ConflictData> | null | undefined
  return { changedBy: data?.changedBy ?? '', changedAt: data?.changedAt ?? '' }
}
