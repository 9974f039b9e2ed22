import type { ConflictData } from '../../../contract/calls.ts'
import { type Fields, faultsOf } from '../../../contract/fields.ts'
import { CallError } from '../../lib/callError.ts'
import type { Words } from '../lists/list.ts'
import type { Draft, Drafts } from './drafts.ts'
import { newRequestId } from './requestId.ts'

export interface Loaded<V extends Words> {
  values: V
  version: string | undefined
}

export interface Conflict<V extends Words> extends ConflictData {
  /** What the record holds now, once the person asked to see it. */
  latest?: Loaded<V>
}

export interface FormView<V extends Words> {
  readonly phase: 'loading' | 'failed' | 'ready'
  readonly values: V
  readonly faults: Partial<Record<keyof V, string>>
  /** What is wrong with the whole: why it could not be loaded or saved. */
  readonly said: string
  readonly saving: boolean
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
  /** Absent for a new record. */
  load?(signal: AbortSignal): Promise<Loaded<V>>
  /** The same request id says that this is the same try again. */
  send(values: V, basedOn: string | undefined, requestId: string): Promise<unknown>
  /** For a record that is deleted while it is being edited. */
  sendNew?(values: V, requestId: string): Promise<unknown>
  /** Absent where nothing can be changed. */
  drafts?: { box: Drafts; name: string }
}

const draftMs = 600

/** A form over one record: what was loaded, what was typed over it, and everything that may go wrong on the way back. */
export function createForm<V extends Words>({ empty, rules, load, send, sendNew, drafts }: FormOptions<V>) {
  let start = empty
  let version: string | undefined
  let view: FormView<V> = {
    phase: load ? 'loading' : 'ready',
    values: empty, faults: {}, said: '', saving: false, uploads: 0, missing: 0, dirty: false, draft: undefined, undrafted: false, conflict: undefined,
    gone: false,
  }
  let draftTimer: ReturnType<typeof setTimeout> | undefined
  let loading: AbortController | undefined
  let tried: { values: V; id: string } | undefined
  const watchers = new Set<() => void>()

  const show = (changes: Partial<FormView<V>>): void => {
    view = { ...view, ...changes }
    for (const watcher of watchers) watcher()
  }
  const same = (one: Words, other: Words): boolean => Object.keys(empty).every((name) => one[name] === other[name])
  const fit = (values: Words): V => ({ ...empty, ...Object.fromEntries(Object.keys(empty).map((name) => [name, values[name] ?? ''])) })

  const fill = ({ values, version: its }: Loaded<V>): void => {
    start = values
    version = its
    show({ phase: 'ready', values, faults: {}, said: '', dirty: false, conflict: undefined })
  }
  const offerDraft = (): void => {
    const draft = drafts?.box.read(drafts.name)
    if (draft && same(fit(draft.values), start)) drafts?.box.drop(drafts.name)
    else show({ draft })
  }
  const dropDraft = (): void => {
    clearTimeout(draftTimer)
    draftTimer = undefined
    drafts?.box.drop(drafts.name)
    show({ draft: undefined, undrafted: false })
  }
  const keepDraft = (): void => {
    if (draftTimer === undefined || !drafts) return
    clearTimeout(draftTimer)
    draftTimer = undefined
    if (!view.dirty) return drafts.box.drop(drafts.name)
    const undrafted = !drafts.box.write(drafts.name, view.values, version)
    if (undrafted !== view.undrafted) show({ undrafted })
  }

  async function open(): Promise<void> {
    if (!load) return offerDraft()
    loading?.abort()
    const mine = (loading = new AbortController())
    show({ phase: 'loading', said: '' })
    try {
      const loaded = await load(mine.signal)
      if (mine.signal.aborted) return
      fill(loaded)
      offerDraft()
    } catch (cause) {
      if (mine.signal.aborted) return
      start = empty
      show({ phase: 'failed', values: empty, dirty: false, said: messageOf(cause, '加载失败，请稍后重试') })
    }
  }

  const idFor = (values: V): string => {
    if (!tried || !same(tried.values, values)) tried = { values, id: newRequestId() }
    return tried.id
  }

  async function submit(work: (values: V, requestId: string) => Promise<unknown>): Promise<boolean> {
    if (view.saving || view.phase !== 'ready') return false
    if (view.uploads > 0) {
      show({ said: '图片正在上传，请等上传完成后再保存' })
      return false
    }
    if (view.missing > 0) {
      show({ said: '有图片没有上传成功，请重试或放弃后再保存' })
      return false
    }
    const faults = faultsOf(rules, view.values) as Partial<Record<keyof V, string>>
    if (Object.keys(faults).length > 0) {
      show({ faults, said: '有内容需要修改，请看标出的地方' })
      return false
    }
    show({ faults: {}, said: '', saving: true, conflict: undefined })
    // Whatever becomes of it, this is what the person wanted to save.
    keepDraft()
    try {
      await work(view.values, idFor(view.values))
    } catch (cause) {
      const conflict = conflictOf(cause)
      const field = cause instanceof CallError ? cause.field : undefined
      const gone = cause instanceof CallError && cause.code === 404 && sendNew !== undefined
      if (conflict) show({ saving: false, conflict })
      else if (gone) show({ saving: false, gone, said: '这条内容已被删除，可以另存为新的一条' })
      else if (field !== undefined && field in empty) show({ saving: false, faults: { [field]: messageOf(cause, '') } as FormView<V>['faults'] })
      else show({ saving: false, said: messageOf(cause, '保存失败，请稍后重试') })
      return false
    }
    start = view.values
    show({ saving: false, dirty: false })
    dropDraft()
    return true
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
      const faults = fault !== undefined && rules[name]?.fault(value) === undefined ? (others as FormView<V>['faults']) : view.faults
      show({ values, faults, dirty: !same(values, start), ...(Object.keys(faults).length === 0 && { said: '' }) })
      draftTimer ??= setTimeout(keepDraft, draftMs)
    },
    /** On leaving a field. */
    check(name: keyof V & string): void {
      const fault = rules[name]?.fault(view.values[name])
      if (fault !== undefined) show({ faults: { ...view.faults, [name]: fault } })
    },
    save: (): Promise<boolean> => submit((values, requestId) => send(values, version, requestId)),
    async saveAsNew(): Promise<boolean> {
      return sendNew ? submit(sendNew) : false
    },
    /** Writes the draft at once: the page may be gone in a moment. */
    keepDraft,
    dropDraft,
    restoreDraft(): void {
      const { draft } = view
      if (!draft) return
      version = draft.basedOn ?? version
      const values = fit(draft.values)
      show({ values, dirty: !same(values, start), draft: undefined })
    },
    /** Counts an upload: nothing is saved until it has ended. */
    async uploading<T>(work: Promise<T>): Promise<T> {
      show({ uploads: view.uploads + 1 })
      try {
        return await work
      } finally {
        show({ uploads: view.uploads - 1, ...(view.uploads === 1 && { said: '' }) })
      }
    },
    /** Nothing is saved until they have got through or were given up. */
    setMissing(missing: number): void {
      if (missing !== view.missing) show({ missing, ...(missing === 0 && { said: '' }) })
    },
    /** Loads what the record holds now, to be shown beside. */
    async seeLatest(): Promise<void> {
      const { conflict } = view
      if (!conflict || !load) return
      try {
        const latest = await load(new AbortController().signal)
        if (view.conflict === conflict) show({ conflict: { ...conflict, latest }, said: '' })
      } catch (cause) {
        show({ said: messageOf(cause, '加载失败，请稍后重试') })
      }
    },
    /** Over what they saw, or over whatever is there. */
    overwrite(): Promise<boolean> {
      const seen = view.conflict?.latest?.version
      return submit((values, requestId) => send(values, seen, requestId))
    },
    async takeTheirs(): Promise<void> {
      const latest = view.conflict?.latest
      dropDraft()
      if (latest) fill(latest)
      else {
        show({ conflict: undefined })
        await open()
      }
    },
    leaveConflict(): void {
      show({ conflict: undefined })
    },
    close(): void {
      loading?.abort()
      keepDraft()
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
