import type { ConflictData } from '../../../contract/calls.ts'
import { type Fields, validateFields } from '../../../contract/fields.ts'
import { CallError } from '../../lib/callError.ts'
import type { Words } from '../lists/list.ts'
import { createDraftKeeper } from './draftKeeper.ts'
import type { Draft, Drafts } from './drafts.ts'
import { changedFields, mergeFields, pick } from './mergeFields.ts'
import { newRequestId } from './requestId.ts'

export interface Loaded<V extends Words> {
  values: V
  version: string | undefined
}

/** Someone else saved the record meanwhile, and changed fields that were changed here, too. */
export interface Conflict<V extends Words> extends ConflictData {
  /** What both versions were made from, as far as it is known. */
  base: Partial<V>
  latest: Loaded<V>
  /** Fields that both changed: for each a person must choose. */
  both: readonly (keyof V & string)[]
  /** Fields that only they changed. */
  theirs: readonly (keyof V & string)[]
}

/** What someone else had changed and was merged without a question. */
export interface Merge<V extends Words> {
  by: string
  fields: readonly (keyof V & string)[]
}

export interface FormView<V extends Words> {
  readonly phase: 'loading' | 'failed' | 'ready'
  readonly values: V
  readonly faults: Partial<Record<keyof V, string>>
  /** What is wrong with the whole: why it could not be loaded or saved. */
  readonly message: string
  readonly saving: boolean
  /** It will be saved as soon as the uploads have ended. */
  readonly waiting: boolean
  readonly uploads: number
  /** Pictures that did not get through: what would be saved now lacks them. */
  readonly missing: number
  readonly dirty: boolean
  readonly draft: Draft | undefined
  /** The last change is too large to be kept as a draft. */
  readonly undrafted: boolean
  readonly conflict: Conflict<V> | undefined
  /** The record is no longer there; what was typed may be saved as a new one. */
  readonly gone: boolean
}

export interface FormOptions<V extends Words> {
  empty: V
  rules: Fields
  /** '' for a new record. */
  id: string
  load(id: string, signal: AbortSignal): Promise<Loaded<V>>
  /** Gives the id. The same request id says that this is the same try again. */
  add(values: V, requestId: string): Promise<string>
  /** Sends no more than what was changed. */
  update(id: string, changes: Partial<V>, basedOn: string | undefined): Promise<unknown>
  /** Absent where nothing can be changed. */
  drafts?: { box: Drafts; name: string } | undefined
  /** What was typed before the form was given up, which was a slip. */
  resume?: Draft | undefined
}

type Outcome = 'saved' | 'failed' | 'again'

/** How often a save is sent anew because the record has moved on, or because something arrived while it was being saved. */
const mostRounds = 5
const uploadCancelled = '图片上传已取消，内容还没有保存'

/** A form over one record: what was loaded, what was typed over it, and everything that may go wrong on the way back. */
export function createForm<V extends Words>({ empty, rules, id: opened, load, add, update, drafts, resume }: FormOptions<V>) {
  let id = opened
  /** What is stored, as far as it is known. */
  let base: Partial<V> = empty
  let version: string | undefined
  let view: FormView<V> = {
    phase: id === '' ? 'ready' : 'loading',
    values: empty, faults: {}, message: '', saving: false, waiting: false, uploads: 0, missing: 0, dirty: false, draft: undefined, undrafted: false,
    conflict: undefined, gone: false,
  }
  let loading: AbortController | undefined
  let tried: { values: V; id: string } | undefined
  let merges: readonly Merge<V>[] = []
  /** Ends the wait for uploads, with why nothing is to be saved after it. */
  let endWait: ((refusal: string | undefined) => void) | undefined
  const watchers = new Set<() => void>()

  const show = (changes: Partial<FormView<V>>): void => {
    view = { ...view, ...changes }
    for (const watcher of watchers) watcher()
  }
  const names = Object.keys(empty) as (keyof V & string)[]
  /** As the server will store them. */
  const taken = <P extends Partial<V>>(values: P): P =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rules[name]?.parse(value) ?? value])) as P
  const changes = (values: V): Partial<V> => changedFields(taken(base), taken(values))
  const isDirty = (values: V): boolean => Object.keys(changes(values)).length > 0
  const fit = (values: Words): V => ({ ...empty, ...Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) })

  const keeper = createDraftKeeper(
    drafts,
    () => {
      const { values, dirty } = view
      return dirty ? { values, before: pick(base, Object.keys(changes(values))) as Words, ...(version !== undefined && { basedOn: version }) } : undefined
    },
    (kept) => view.undrafted === kept && show({ undrafted: !kept }),
  )

  const fill = (loaded: Loaded<V>): void => {
    base = loaded.values
    version = loaded.version
    show({ phase: 'ready', values: loaded.values, faults: {}, message: '', dirty: false })
  }
  const offerDraft = (): void => {
    const draft = resume ?? keeper.read()
    if (draft && !isDirty(fit(draft.values))) return keeper.drop()
    show({ draft })
    if (resume) restoreDraft()
    resume = undefined
  }
  const dropDraft = (): void => {
    keeper.drop()
    show({ draft: undefined, undrafted: false })
  }

  function restoreDraft(): void {
    const { draft } = view
    if (!draft) return
    const values = fit(draft.values)
    if (draft.basedOn !== undefined && draft.basedOn !== version) {
      // The record has moved on. What the draft did not change is what was there; without a note of the rest, only what is still the same is known.
      const same = names.filter((name) => values[name] === base[name])
      base = draft.before ? { ...values, ...draft.before } : pick(values, same)
      version = draft.basedOn
    }
    show({ values, dirty: isDirty(values), draft: undefined })
    keeper.plan()
  }

  async function open(): Promise<void> {
    if (id === '') return offerDraft()
    loading?.abort()
    const mine = (loading = new AbortController())
    show({ phase: 'loading', message: '' })
    try {
      const loaded = await load(id, mine.signal)
      if (mine.signal.aborted) return
      fill(loaded)
      offerDraft()
    } catch (cause) {
      if (mine.signal.aborted) return
      base = empty
      show({ phase: 'failed', values: empty, dirty: false, message: messageOf(cause, '加载失败，请稍后重试') })
    }
  }

  const idFor = (values: V): string => {
    if (!tried || Object.keys(changedFields(tried.values, values)).length > 0) tried = { values, id: newRequestId() }
    return tried.id
  }

  function passes(): boolean {
    const faults = validateFields(rules, view.values) as Partial<Record<keyof V, string>>
    const faulty = Object.keys(faults).length > 0
    const message = view.missing > 0 ? '有图片没有上传成功，请重试或放弃后再保存' : faulty ? '有内容需要修改，请看标出的地方' : ''
    show({ faults, message })
    return message === ''
  }

  /** False: an upload failed, or the person no longer wants to wait. */
  async function uploadsEnd(): Promise<boolean> {
    if (view.uploads === 0) return true
    show({ waiting: true, saving: false })
    const refusal = await new Promise<string | undefined>((resolve) => (endWait = resolve))
    endWait = undefined
    show({ waiting: false, saving: true, message: refusal ?? '' })
    return refusal === undefined
  }

  async function save(): Promise<boolean> {
    if (view.saving || view.waiting || view.phase !== 'ready') return false
    merges = []
    return saveRounds()
  }

  async function saveRounds(): Promise<boolean> {
    show({ conflict: undefined, saving: true })
    let outcome: Outcome = 'again'
    for (let round = 0; outcome === 'again'; round++) {
      if (!passes() || !(await uploadsEnd()) || !passes()) outcome = 'failed'
      else if (round > 0 && !isDirty(view.values)) outcome = 'saved'
      else if (round < mostRounds) outcome = await sendOnce()
      else {
        show({ message: '这条内容正在被多人修改，还没有保存，请稍后再点“确定”' })
        outcome = 'failed'
      }
    }
    show({ saving: false, dirty: isDirty(view.values) })
    if (outcome === 'saved') dropDraft()
    return outcome === 'saved'
  }

  async function sendOnce(): Promise<Outcome> {
    const values = taken(view.values)
    // Whatever becomes of it, this is what the person wanted to save.
    keeper.flush()
    try {
      if (id === '' || view.gone) id = await add(values, idFor(values))
      else await update(id, changes(values), version)
    } catch (cause) {
      const conflict = conflictOf(cause)
      if (conflict) return mergeLatest(conflict)
      explain(cause)
      return 'failed'
    }
    base = values
    show({ gone: false })
    // Something may have arrived meanwhile, such as a paste that was still being cleaned: it was not sent.
    return isDirty(view.values) || view.uploads > 0 ? mergeLatest() : 'saved'
  }

  /** Goes on from what is stored now. Where it overlaps with what was changed here, a person must choose. */
  async function mergeLatest(conflict?: ConflictData): Promise<Outcome> {
    let latest: Loaded<V>
    try {
      latest = await load(id, new AbortController().signal)
    } catch (cause) {
      explain(cause)
      return 'failed'
    }
    const { values, theirs, both } = mergeFields(taken(base), taken(view.values), taken(latest.values))
    if (both.length > 0) {
      show({ conflict: { ...(conflict ?? { changedBy: '', changedAt: '' }), base, latest, both, theirs } })
      return 'failed'
    }
    if (conflict) noteMerge(conflict, theirs)
    goOn(values, latest)
    return 'again'
  }

  function noteMerge({ changedBy }: ConflictData, fields: Merge<V>['fields']): void {
    if (fields.length > 0) merges = [...merges, { by: changedBy, fields }]
  }

  function goOn(values: V, latest: Loaded<V>): void {
    base = latest.values
    version = latest.version
    show({ values, dirty: isDirty(values) })
    keeper.plan()
  }

  function explain(cause: unknown): void {
    const field = cause instanceof CallError ? cause.field : undefined
    const gone = cause instanceof CallError && cause.code === 404 && id !== ''
    if (gone) show({ gone, message: '这条内容已被删除，可以另存为新的一条' })
    else if (field !== undefined && field in empty) show({ faults: { [field]: messageOf(cause, '') } as FormView<V>['faults'] })
    else show({ message: messageOf(cause, '保存失败，请稍后重试') })
  }

  return {
    view: (): FormView<V> => view,
    subscribe(watcher: () => void): () => void {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    open,
    set(name: keyof V & string, value: string): void {
      const values = { ...view.values, [name]: value }
      const { [name]: fault, ...others } = view.faults
      // A complaint goes as soon as its reason has.
      const faults = fault !== undefined && rules[name]?.validate(value) === undefined ? (others as FormView<V>['faults']) : view.faults
      show({ values, faults, dirty: isDirty(values), ...(Object.keys(faults).length === 0 && { message: '' }) })
      keeper.plan()
    },
    /** On leaving a field. */
    check(name: keyof V & string): void {
      const fault = rules[name]?.validate(view.values[name])
      if (fault !== undefined) show({ faults: { ...view.faults, [name]: fault } })
    },
    /** As a new record where the one that was opened is gone. */
    save,
    /** Of a new record once it is saved. */
    id: (): string => id,
    /** What the last save merged without a question. */
    merges: (): readonly Merge<V>[] => merges,
    /** The form stays as it is, and nothing will be saved by itself. */
    cancelWait: (): void => endWait?.(''),
    /** Writes the draft at once: the page may be gone in a moment. */
    keepDraft: keeper.flush,
    dropDraft,
    restoreDraft,
    /** Leaves what was typed as a draft for a day, where there is room, and gives it, so that it can be taken up again at once. */
    giveUp: keeper.giveUp,
    /** What would become of the work if the form were gone: `drafted`, it would be offered again. */
    unsaved(): boolean | 'drafted' {
      if (view.uploads + view.missing > 0) return true
      if (!view.dirty) return false
      keeper.flush()
      return drafts !== undefined && !view.undrafted ? 'drafted' : true
    },
    /** Counts an upload: a save waits until it has ended, and is not done when it fails. */
    async uploading<T>(work: Promise<T>): Promise<T> {
      show({ uploads: view.uploads + 1 })
      try {
        return await work
      } catch (cause) {
        endWait?.(cause instanceof CallError ? `图片上传失败，内容还没有保存：${cause.message}` : uploadCancelled)
        throw cause
      } finally {
        show({ uploads: view.uploads - 1 })
        // Whoever sent it puts its address into a field first.
        if (endWait) setTimeout(() => view.uploads === 0 && endWait?.(undefined), 0)
      }
    },
    /** Nothing is saved until they have got through or were given up. */
    setMissing(missing: number): void {
      if (missing !== view.missing) show({ missing, ...(missing === 0 && { message: '' }) })
    },
    /** Saves, with mine in the fields named and theirs in the others where both changed something. */
    async settleConflict(mine: readonly string[]): Promise<boolean> {
      const { conflict } = view
      if (!conflict || view.saving) return false
      const { latest, both, theirs } = conflict
      const given = both.filter((name) => !mine.includes(name))
      noteMerge(conflict, theirs)
      goOn({ ...view.values, ...pick(latest.values, [...theirs, ...given]) }, latest)
      return saveRounds()
    },
    /** Back to the form, where everything is as it was. */
    leaveConflict(message = ''): void {
      show({ conflict: undefined, message })
    },
    close(): void {
      loading?.abort()
      // Its view is hidden or closed, and uploads end with it.
      endWait?.(uploadCancelled)
      keeper.flush()
    },
  }
}

export type Form<V extends Words> = ReturnType<typeof createForm<V>>

export const messageOf = (cause: unknown, otherwise: string): string => (cause instanceof CallError ? cause.message : otherwise)

function conflictOf(cause: unknown): ConflictData | undefined {
  if (!(cause instanceof CallError) || cause.code !== 409) return undefined
  const data = cause.data as Partial<ConflictData> | null | undefined
  return { changedBy: data?.changedBy ?? '', changedAt: data?.changedAt ?? '' }
}
