import type { ClashData, ConflictData } from '../../../contract/calls.ts'
import { validateFields } from '../../../contract/fields.ts'
import { changedFields, type FieldValues, mergeFields, pick } from '../../../contract/merge.ts'
import { CallError, messageOf } from '../../lib/callError.ts'
import { uploads } from './uploads.ts'
import type { DraftKeeper } from './drafts.ts'
import type {
  Conflict,
  FormOptions,
  FormState,
  Goal,
  Loaded,
  Parts,
  Prepare,
  Publication,
  Publishing,
  Saved,
  StoredRecord,
} from './formState.ts'

/** Fields that someone else had changed, merged without asking. */
export interface Merge {
  by: string
  fields: readonly string[]
}

/** `retry`: something was merged, and is to be sent. */
type Result = 'saved' | 'failed' | 'retry'

const asTyped: Prepare = (values) => values

/** How often a save is repeated because the record has changed again, or because something was entered while it was being saved. */
const maxRounds = 5
const missingMessage = '有图片没有上传成功，请重试或放弃后再保存'
const deletedMessage = '这条内容已被删除，可以另存为新的一条'
const draftPublished = '这份草稿已被发布。您没有保存的修改还在，再保存一次会存成新的草稿'
const draftDiscarded = '这份草稿已被放弃。您写的内容都还在，再保存一次会存成新的草稿'

/** Saves a form: validates it, waits for its uploads, sends what was changed, and merges what others have changed meanwhile. */
export function createSaving(options: FormOptions, state: FormState, keeper: DraftKeeper) {
  const { name, publishing } = options
  const { current, show, isDirty } = state
  const { validate, waitForUploads, cancelWaiting } = createReadiness(options, state)
  const failures = createSaveFailures(options, state)
  const merging = createMerging(options, state, keeper, failures)
  let prepare = asTyped
  const { sendOnce } = createSending(options, state, keeper, failures, merging, (values) => prepare(values))

  async function save(goal: Goal = 'save', prepared: Prepare = asTyped): Promise<boolean> {
    if (current().saving || current().waiting || current().phase !== 'ready') return false
    merging.begin()
    prepare = prepared
    return saveRounds(goal)
  }

  async function saveRounds(goal: Goal): Promise<boolean> {
    show({ conflict: undefined, saving: true, goal })
    let result: Result = 'retry'
    for (let round = 0; result === 'retry'; round++) {
      if (!validate() || !(await waitForUploads()) || !validate()) result = 'failed'
      else if (round > 0 && !isDirty(prepare(current().values)) && !(publishing && goal === 'publish')) result = 'saved'
      else if (round < maxRounds) result = await sendOnce(goal)
      else {
        show({ message: '这条内容正在被多人修改，还没有保存，请稍后再试' })
        result = 'failed'
      }
    }
    const dirty = isDirty(current().values)
    show({ saving: false, dirty })
    if (result === 'saved') {
      keeper.remove()
      show({ draftTooLarge: false, draftAt: undefined })
      if (dirty) keeper.schedule()
    }
    return result === 'saved'
  }

  return {
    /** Saves as a new record if the opened one has been deleted. Returns whether it was saved. */
    save,
    /** Shows what is wrong; returns whether nothing is. */
    validate,
    /** What the last save merged without asking. */
    merges: merging.merges,
    /** The uploads continue, but nothing is saved after them. */
    cancelWaiting,
    /** Saves with these values in the fields that both changed. */
    async resolveConflict(chosen: FieldValues): Promise<boolean> {
      const { conflict, goal } = current()
      if (!conflict || current().saving) return false
      merging.resolve(conflict, chosen)
      return saveRounds(goal)
    },
    /** Goes back to the form as it was. */
    closeConflict(message = ''): void {
      show({ conflict: undefined, message })
    },
    isDeleted: failures.isDeleted,
    showDeleted: failures.showDeleted,
    /** The message about pictures goes with the last of them. */
    clearPictureMessage(): void {
      if (current().message === missingMessage && uploads.missing(name) === 0) show({ message: '' })
    },
  }
}

/** Whether the form can be sent: its values are valid, and its uploads have ended. */
function createReadiness({ name, rules }: FormOptions, { current, show, stored, changes }: FormState) {
  let stopWaiting: (() => void) | undefined

  /** What was stored before a rule keeps nobody from changing something else. */
  function validate(): boolean {
    const { values, deleted } = current()
    const errors = validateFields(rules, values)
    const sent = stored().id === '' || deleted ? values : changes(values)
    const invalid = Object.keys(errors).some((field) => field in sent)
    const invalidMessage = invalid ? '有内容需要修改，请看标出的地方' : ''
    const message = uploads.missing(name) > 0 ? missingMessage : invalidMessage
    show({ errors, message })
    return message === ''
  }

  /** False: an upload failed, or the person has cancelled it or the wait. */
  async function waitForUploads(): Promise<boolean> {
    if (!uploads.isRunning(name)) return true
    show({ waiting: true, saving: false })
    const ended = await Promise.race([
      uploads.ended(name),
      new Promise<'stopped'>((resolve) => (stopWaiting = () => resolve('stopped'))),
    ])
    stopWaiting = undefined
    let message = ''
    if (typeof ended === 'object') message = `图片上传失败，内容还没有保存：${ended.error}`
    else if (ended === 'removed') message = '图片上传已取消，内容还没有保存'
    show({ waiting: false, saving: true, message })
    return ended === 'done'
  }

  return { validate, waitForUploads, cancelWaiting: (): void => stopWaiting?.() }
}

/** Sends what was changed, once. */
function createSending(
  options: FormOptions,
  state: FormState,
  keeper: DraftKeeper,
  failures: SaveFailures,
  merging: Merging,
  prepare: Prepare,
) {
  const { name, add, update, publishing, staysOpen = false } = options
  const { current, show, parsed, changes, isDirty, stored, setStored, showValues } = state
  const { mergeLatest, noteMerge } = merging
  const answerRefusal = createRefusals(options, state, failures, merging)
  let attempt: { values: FieldValues; id: string } | undefined

  async function sendOnce(goal: Goal): Promise<Result> {
    const { id, publication } = stored()
    if (publishing && id !== '' && !current().deleted && !isDirty(prepare(current().values))) {
      const hasDraft = publication?.draft !== undefined
      return goal === 'publish' && hasDraft ? publishDraft(publishing) : 'saved'
    }
    const result = await sendValues(goal)
    if (result !== 'saved' || staysOpen || (publishing && goal === 'save')) return result
    // Something may have been entered meanwhile, such as a paste that was still being cleaned: it was not sent.
    return isDirty(current().values) || uploads.isRunning(name) ? mergeLatest() : 'saved'
  }

  async function sendValues(goal: Goal): Promise<Result> {
    const typed = current().values
    const prepared = prepare(typed)
    const values = parsed(prepared)
    // The save may fail; this is what the person wanted to save.
    keeper.flush()
    try {
      setSaved(await send(goal, values))
    } catch (cause) {
      return answerRefusal(cause)
    }
    setStored({ values })
    showSent(typed, prepared)
    keeper.moveTo(stored().id)
    show({ deleted: false })
    return 'saved'
  }

  /** What was left out is gone from the form, too, but for fields that were typed into meanwhile. */
  function showSent(typed: FieldValues, prepared: FieldValues): void {
    const { values } = current()
    const names = Object.keys(prepared).filter((each) => prepared[each] !== typed[each] && values[each] === typed[each])
    if (names.length > 0) showValues({ ...values, ...(pick(prepared, names) as FieldValues) })
  }

  async function send(goal: Goal, values: FieldValues): Promise<Saved & { id?: string }> {
    const { id, version, publication } = stored()
    const from: Saved = { ...(version !== undefined && { version }), ...(publication && { publication }) }
    const isNew = add !== undefined && (id === '' || current().deleted)
    if (publishing && goal === 'publish')
      return isNew
        ? publishing.publishValues('', values, {}, requestIdFor(values))
        : publishing.publishValues(id, values, from)
    if (isNew) return add(values, requestIdFor(values))
    return (await update(id, changes(values), from, values)) ?? {}
  }

  async function publishDraft(calls: Publishing): Promise<Result> {
    try {
      setSaved(await calls.publishDraft(stored().id))
      return 'saved'
    } catch (cause) {
      // Somebody else has discarded or published the draft.
      if (cause instanceof CallError && cause.code === 404) return mergeLatest()
      return answerRefusal(cause)
    }
  }

  function setSaved({ merged: others, ...saved }: Saved & { id?: string }): void {
    setStored(saved)
    if (others) noteMerge(others, others.fields)
  }

  const requestIdFor = (values: FieldValues): string => {
    if (!attempt || Object.keys(changedFields(attempt.values, values)).length > 0)
      attempt = { values, id: newRequestId() }
    return attempt.id
  }

  return { sendOnce }
}

/** Merges what somebody else has changed meanwhile, or shows why nothing was saved. */
function createRefusals(
  { publishing }: FormOptions,
  { stored }: FormState,
  { fail }: SaveFailures,
  { mergeLatest, mergeWith }: Merging,
) {
  async function answerRefusal(cause: unknown): Promise<Result> {
    const conflict = conflictOf(cause)
    if (!conflict) return fail(cause)
    const { publication } = stored()
    if (!publishing || !publication || !isClashWithPublished(cause)) return mergeLatest(conflict)
    try {
      return await mergePublished(publishing, publication, conflict)
    } catch (failure) {
      return fail(failure)
    }
  }

  /** What is edited is as it was: what is published has changed since that was begun. */
  async function mergePublished(
    { loadPublished, loadVersion }: Publishing,
    publication: Publication,
    conflict: ConflictData,
  ): Promise<Result> {
    const { id, version } = stored()
    const [latest, base] = await Promise.all([loadPublished(id), loadVersion(id, publication.basedOn ?? '')])
    if (publication.draft === undefined) return mergeWith({ base, latest, next: latest }, conflict)
    // The draft is sent again, although the choice may be what it holds.
    const next = {
      values: {},
      version,
      publication: { ...publication, published: latest.version, basedOn: latest.version },
    }
    return mergeWith({ base, latest, next }, conflict)
  }

  return answerRefusal
}

/** Not randomUUID, which pages without https do not have. */
export const newRequestId = (): string =>
  crypto.getRandomValues(new Uint32Array(4)).reduce((id, part) => id + part.toString(36), '')

type SaveFailures = ReturnType<typeof createSaveFailures>

/** Shows why something was not saved. */
function createSaveFailures({ add, empty }: FormOptions, { show, stored }: FormState) {
  /** What was typed can then be saved as a new record. */
  const isDeleted = (cause: unknown): boolean =>
    cause instanceof CallError && cause.code === 404 && stored().id !== '' && add !== undefined
  const showDeleted = (): void => show({ phase: 'ready', deleted: true, message: deletedMessage })

  function showError(cause: unknown): void {
    const field = cause instanceof CallError ? cause.field : undefined
    if (isDeleted(cause)) showDeleted()
    else if (field !== undefined && field in empty) show({ errors: { [field]: messageOf(cause, '') } })
    else show({ message: messageOf(cause, '保存失败，请稍后重试') })
  }

  function fail(cause: unknown): Result {
    showError(cause)
    return 'failed'
  }

  return { isDeleted, showDeleted, fail }
}

/** Of a draft, nobody says who changed it. */
const nobodyNamed = { changedBy: '', changedAt: '' }

/** Most values have no parts. */
const whole: Parts = { split: (values) => values as FieldValues, join: (values) => values }

type Merging = ReturnType<typeof createMerging>

/** Merges what others have changed into the form, or asks where both have. */
function createMerging(
  { load, rich, parts = whole }: FormOptions,
  state: FormState,
  keeper: DraftKeeper,
  { fail }: SaveFailures,
) {
  const { current, show, parsed, isDirty, stored, setStored, showValues } = state
  let merges: readonly Merge[] = []

  /** Merges what is stored now into the form. */
  async function mergeLatest(conflict?: ConflictData): Promise<Result> {
    try {
      const latest = await load(stored().id, new AbortController().signal)
      const { values: base, publication } = stored()
      const lost = publication?.draft !== undefined && latest.publication?.draft === undefined
      if (!lost) return mergeWith({ base, latest, next: latest }, conflict)
      if (publication.published === latest.publication?.published) {
        rebase(current().values, latest)
        show({ message: draftDiscarded })
        return 'failed'
      }
      if (mergeWith({ base, latest, next: latest }, conflict) === 'failed') return 'failed'
      // Perhaps by this form, whose reply was lost.
      if (!isDirty(current().values)) return 'saved'
      show({ message: draftPublished })
      return 'failed'
    } catch (cause) {
      return fail(cause)
    }
  }

  /** Where both changed a field, a person must choose. */
  function mergeWith(
    { base, latest, next }: Pick<Conflict, 'base' | 'latest' | 'next'>,
    conflict?: ConflictData,
  ): Result {
    const { values, theirs, both } = merged(base, latest)
    if (both.length > 0) {
      const { changedBy, changedAt } = conflict ?? nobodyNamed
      show({ conflict: { changedBy, changedAt, base, latest, next, both, theirs, inParts: parts.split } })
      return 'failed'
    }
    if (conflict) noteMerge(conflict, theirs)
    rebase(parts.join(values), next)
    return 'retry'
  }

  const merged = (base: Partial<FieldValues>, latest: Loaded) =>
    mergeFields(
      parts.split(parsed(base)),
      parts.split(parsed(current().values)),
      parts.split(parsed(latest.values)),
      rich,
    )

  function noteMerge({ changedBy }: Pick<ConflictData, 'changedBy'>, fields: Merge['fields']): void {
    if (fields.length > 0) merges = [...merges, { by: changedBy, fields }]
  }
  function rebase(values: FieldValues, next: Partial<StoredRecord>): void {
    setStored(next)
    showValues(values)
    keeper.schedule()
  }

  return {
    /** Of the save that is under way, or of the last one. */
    merges: (): readonly Merge[] => merges,
    begin(): void {
      merges = []
    },
    noteMerge,
    mergeLatest,
    mergeWith,
    /** These values in the fields that both changed. */
    resolve({ base, latest, next, theirs, changedBy }: Conflict, chosen: FieldValues): void {
      noteMerge({ changedBy }, theirs)
      rebase(parts.join({ ...merged(base, latest).values, ...chosen }), next)
    },
  }
}

function conflictOf(cause: unknown): ConflictData | undefined {
  if (!(cause instanceof CallError) || cause.code !== 409) return undefined
  const data = cause.data as Partial<ConflictData> | null | undefined
  return { changedBy: data?.changedBy ?? '', changedAt: data?.changedAt ?? '' }
}

/** A 409 that lists them is about what is published, any other about what was edited. */
const isClashWithPublished = (cause: unknown): boolean =>
  cause instanceof CallError && Array.isArray((cause.data as Partial<ClashData> | null | undefined)?.clashes)
