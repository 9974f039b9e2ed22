import type { ClashData, ConflictData, MergeData, OffData } from '../../../contract/calls/replies.ts'
import {
  changedFields,
  type FieldValues,
  isEqual,
  type MergedFields,
  mergeFields,
  pick,
} from '../../../contract/kinds/merge.ts'
import { CallError, isMissing, messageOf } from '../../lib/callError.ts'
import { uploads } from './uploads.ts'
import type { DraftKeeper } from './drafts.ts'
import { shortTime } from './stateText.ts'
import type { FormOptions, FormState, Goal, Loaded, Prepare, Saved, StoredRecord } from './formState.ts'

type Step = 'checking' | 'waiting' | 'sending' | 'merging' | 'mergingPublished'
/** Why something is unsaved is shown: a message, an error beside a field, or a question. */
type Next = Step | 'saved' | 'unsaved'

/** A form that can be saved, and what is known of its last save. */
interface Save extends FormOptions, FormState {
  keeper: DraftKeeper
  prepare: Prepare
  rounds: number
  stopWaiting(): void
  /** The conflict that the server has refused it for. */
  changed: ConflictData | undefined
  /** What somebody has decided about it since, which is said before it is published. */
  pendingNotice: string
  merges: readonly MergeData[]
  /** What was sent without an answer: the same is sent again under the same id, and adds nothing twice. */
  attempt: { values: FieldValues; id: string } | undefined
}

const asTyped: Prepare = (values) => values
const withoutTime: Prepare = (values) => ({ ...values, publishAt: '' })

/** Saves a form, step by step, until all is saved or a person has to do something. */
export function createSaving(options: FormOptions, state: FormState, keeper: DraftKeeper) {
  const save: Save = {
    ...options,
    ...state,
    keeper,
    prepare: asTyped,
    rounds: 0,
    stopWaiting: () => {},
    changed: undefined,
    pendingNotice: '',
    merges: [],
    attempt: undefined,
  }
  const { current, show } = state
  const isIdle = (): boolean => !current().saving && !current().waiting && current().phase === 'ready'

  return {
    /** Returns whether it was saved: what was deleted as a new draft, which no time publishes. */
    async save(goal: Goal = 'save', prepare: Prepare = asTyped): Promise<boolean> {
      if (!isIdle()) return false
      const { deleted } = current()
      save.merges = []
      save.prepare = deleted ? withoutTime : prepare
      // What was deleted may have been restored.
      return deleted ? run(save, 'save', 'merging') : run(save, goal)
    },
    /** Shows what was published meanwhile; where a person must choose, the next save asks. */
    async catchUp(): Promise<void> {
      if (!isIdle()) return
      await steps.merging(save)
      show({ conflict: undefined })
    },
    /** What the last save merged without asking. */
    merges: () => save.merges,
    /** The uploads continue, but nothing is saved after them. */
    cancelWaiting: () => save.stopWaiting(),
    /** Saves with these values in the fields that both changed. */
    async resolveConflict(chosen: FieldValues): Promise<boolean> {
      const { conflict, goal, values: mine } = current()
      if (!conflict || !isIdle()) return false
      const { values, theirs } = conflict.merged(mine, chosen)
      noteTheirs(save, theirs, conflict)
      rebase(save, values, conflict.next)
      return run(save, goal)
    },
    /** Goes back to the form as it was. */
    closeConflict: () => show({ conflict: undefined, message: '' }),
  }
}

async function run(save: Save, goal: Goal, begin: Step = 'checking'): Promise<boolean> {
  const { current, show, isDirty, keeper } = save
  save.rounds = 0
  show({ conflict: undefined, notice: '', goal })
  let step: Next = begin
  while (step !== 'saved' && step !== 'unsaved') {
    show({ saving: step !== 'waiting', waiting: step === 'waiting' })
    step = await after(step, save)
  }
  const dirty = isDirty(current().values)
  show({ saving: false, waiting: false, dirty })
  if (step === 'unsaved') return false
  keeper.remove()
  show({ draftAt: undefined })
  if (dirty) keeper.schedule()
  return true
}

async function after(step: Step, save: Save): Promise<Next> {
  try {
    return await steps[step](save)
  } catch (cause) {
    // Somebody else has discarded or published the draft.
    if (step === 'sending' && isMissing(cause) && save.stored().publication?.draft !== undefined) return 'merging'
    if (step === 'merging' && isMissing(cause) && save.current().deleted) return 'checking'
    save.changed = conflictOf(cause)
    if (save.changed && 'isOff' in save.changed) save.pendingNotice = messageOf(cause, '')
    if (save.changed) return 'clashes' in save.changed ? 'mergingPublished' : 'merging'
    save.showFailure(cause)
    return 'unsaved'
  }
}

/** What each step does, and what follows it. A step that throws was refused. */
const steps: Readonly<Record<Step, (save: Save) => Next | Promise<Next>>> = {
  checking(save) {
    if (!save.validate()) return 'unsaved'
    return uploads.isRunning(save.name) ? 'waiting' : 'sending'
  },

  /** For the uploads, until they end, one fails, or the person cancels one or the wait. */
  async waiting(save) {
    const stopped = new Promise<'stopped'>((resolve) => (save.stopWaiting = () => resolve('stopped')))
    const ended = await Promise.race([uploads.ended(save.name), stopped])
    if (ended === 'done') return 'checking'
    if (ended === 'stopped') return 'unsaved'
    if (ended === 'removed') return unsaved(save, '图片上传已取消，内容还没有保存')
    return unsaved(save, `图片上传失败，内容还没有保存：${ended.error}`)
  },

  async sending(save) {
    const { publishing, staysOpen, name, current, isDirty, stored } = save
    const { goal, values, deleted } = current()
    const { id, publication } = stored()
    const notice = save.pendingNotice
    if (notice !== '') {
      save.pendingNotice = ''
      save.show({ notice })
      if (goal !== 'save') return unsaved(save, '还没有发布，您的修改都还在')
    }
    const isStored = id !== '' && !deleted && !isDirty(save.prepare(values))
    const hasDraft = publication?.draft !== undefined
    // The time of a draft may have come meanwhile.
    const isAsked = goal === 'publish' ? hasDraft : goal === 'schedule' && save.rounds === 0
    if (isStored && !isAsked && (publishing || save.rounds > 0)) return 'saved'
    if (save.rounds++ === maxRounds) return unsaved(save, '这条内容正在被多人修改，还没有保存，请稍后再试')
    await sendValues(save)
    if (staysOpen || (publishing && goal === 'save')) return 'saved'
    // Something may have been entered meanwhile, such as a paste that was still being cleaned: it was not sent.
    return isDirty(current().values) || uploads.isRunning(name) ? 'merging' : 'saved'
  },

  /** With what is stored now. */
  async merging(save) {
    const { load, stored, current, isDirty, show } = save
    const { id, values: base, publication } = stored()
    const latest = await load(id, new AbortController().signal)
    const { deleted } = current()
    show({ deleted: undefined })
    const isDraftGone = publication?.draft !== undefined && latest.publication?.draft === undefined
    if (isDraftGone && publication.published === latest.publication?.published) {
      rebase(save, current().values, latest)
      return unsaved(save, '这份草稿已被放弃。您写的内容都还在，再保存一次会存成新的草稿')
    }
    const next = merge(save, base, latest)
    if (deleted && next !== 'unsaved') return unsaved(save, '原来的已被恢复。您写的内容都还在，还没有保存')
    if (!isDraftGone || next === 'unsaved') return next
    save.pendingNotice = ''
    const isSaved = !isDirty(current().values)
    // Perhaps by this form, whose reply was lost.
    if (isSaved && current().goal !== 'schedule') return 'saved'
    return unsaved(save, `这份草稿已被发布${isSaved ? '' : '。您没有保存的修改还在，再保存一次会存成新的草稿'}`)
  },

  /** What is edited is as it was: what is published has changed since that was begun. */
  async mergingPublished(save) {
    const { id, version, publication } = save.stored()
    const { publishing } = save
    if (!publishing || !publication) return 'merging'
    const [latest, base] = await Promise.all([
      publishing.loadPublished(id),
      publishing.loadVersion(id, publication.basedOn ?? ''),
    ])
    if (publication.draft === undefined) return merge(save, base, latest)
    const { version: published } = latest
    // The draft is sent again, although the choice may be what it holds.
    const next = { values: {}, version, publication: { ...publication, published, basedOn: published } }
    return merge(save, base, latest, next)
  },
}

/** How often a save is repeated because the record has changed again, or because something was entered while it was being saved. */
const maxRounds = 5

function unsaved({ show }: Save, message: string): Next {
  show({ message })
  return 'unsaved'
}

async function sendValues(save: Save): Promise<void> {
  const { keeper, current, parsed, show, showValues, stored, setStored } = save
  const typed = current().values
  const prepared = save.prepare(typed)
  const values = parsed(prepared)
  save.changed = undefined
  // The save may fail; this is what the person wanted to save.
  keeper.flush()
  const saved = await send(save, values)
  setStored({ ...saved, values })
  noteMerge(save, saved.merged)
  // What was left out is gone from the form, too, but for fields that were typed into meanwhile.
  const now = current().values
  const names = Object.keys(changedFields(typed, prepared)).filter((name) => now[name] === typed[name])
  if (names.length > 0) showValues({ ...now, ...pick(prepared, names) })
  keeper.moveTo(stored().id)
  show({ deleted: undefined })
}

async function send(save: Save, values: FieldValues): Promise<Saved & { id?: string }> {
  const { add, update, publishing, current, stored, changes, isDirty } = save
  const { goal, deleted } = current()
  const from = stored()
  const isNew = add !== undefined && (from.id === '' || deleted)
  if (publishing && goal === 'publish') {
    if (isNew) return publishing.publishValues('', values, {}, requestIdFor(save, values))
    const isDraft = from.publication?.draft !== undefined && !isDirty(values)
    return isDraft
      ? publishing.publishDraft(from.id, from.publication)
      : publishing.publishValues(from.id, values, from)
  }
  if (isNew) return add(values, requestIdFor(save, values))
  return (await update(from.id, changes(values), from, values)) ?? {}
}

function requestIdFor(save: Save, values: FieldValues): string {
  if (!save.attempt || !isEqual(save.attempt.values, values)) save.attempt = { values, id: newRequestId() }
  return save.attempt.id
}

/** Not randomUUID, which pages without https do not have. */
export const newRequestId = (): string =>
  crypto.getRandomValues(new Uint32Array(4)).reduce((id, part) => id + part.toString(36), '')

/** Where both changed a field, a person must choose. */
function merge(save: Save, base: FieldValues, latest: Loaded, next: Partial<StoredRecord> = latest): Next {
  const { rich, parsed, changed, current, show } = save
  const merged = (mine: FieldValues, chosen?: FieldValues) =>
    mergeFields(parsed(base), parsed(mine), parsed(latest.values), rich, chosen)
  const { values, theirs, both } = merged(current().values)
  if (both.length > 0) {
    // Of a draft, nobody says who changed it.
    const { changedBy = '', changedAt = '' } = changed ?? {}
    show({ conflict: { changedBy, changedAt, merged, next, isOfDraft: next !== latest } })
    return 'unsaved'
  }
  noteTheirs(save, theirs, changed)
  rebase(save, values, next)
  return 'checking'
}

function noteTheirs(save: Save, theirs: MergedFields['theirs'], by: ConflictData | undefined): void {
  const time = theirs.find(({ name }) => name === 'publishAt')?.theirs
  const who = by?.changedBy || '其他人'
  if (time === '') save.pendingNotice ||= `${who}已取消这条内容的定时发布`
  else if (typeof time === 'string') save.pendingNotice ||= `${who}已把这条内容改为 ${shortTime(time)} 发布`
  if (by) noteMerge(save, { changedBy: by.changedBy, fields: theirs.map(({ name }) => name) })
}

function noteMerge(save: Save, merge: MergeData | undefined): void {
  if (merge && merge.fields.length > 0) save.merges = [...save.merges, merge]
}

function rebase({ setStored, showValues, keeper }: Save, values: FieldValues, next: Partial<StoredRecord>): void {
  setStored(next)
  showValues(values)
  keeper.schedule()
}

/** A 409 that lists clashes is about what is published, any other about what was edited. */
function conflictOf(cause: unknown): ConflictData | ClashData | OffData | undefined {
  if (!(cause instanceof CallError) || cause.code !== 409) return undefined
  return { changedBy: '', changedAt: '', ...(cause.data as ConflictData | ClashData | OffData | null | undefined) }
}
