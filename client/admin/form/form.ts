import { isRefused, messageOf } from '../../lib/callError.ts'
import { together } from '../../lib/listen.ts'
import { onReturned, returnDraft, takeReturned } from './unfinished.ts'
import { uploads } from './uploads.ts'
import { createDraftKeeper, type Draft, type DraftKeeper } from './drafts.ts'
import { createFormState, type FormOptions, type FormState, type FormView } from './formState.ts'
import { type Fields, validateFields } from '../../../contract/calls/fields.ts'
import { type FieldValues, isEqual, pick } from '../../../contract/kinds/merge.ts'
import { mapFields } from '../../../contract/site/siteFieldKinds.ts'
import { createSaving } from './saving.ts'

export type Form = ReturnType<typeof createForm>

/**
 * The form of one record: loads it, holds what is typed, keeps the draft, and saves. It lives outside of its components, which may be
 * hidden.
 */
export function createForm(options: FormOptions) {
  const { name, rules, drafts, publishing } = options
  const state = createFormState(options)
  const { view, current, show, stored, validate } = state
  const keeper = createDraftKeeper(drafts, options.empty, state.unsavedWork, (isStored) => {
    const draftAt = isStored ? Date.now() : 'too large'
    if (minuteOf(current().draftAt) !== minuteOf(draftAt)) show({ draftAt })
  })
  const { open, restore, stopLoading } = createLoading(options, state, keeper)
  const ending = createEnding(name, state, keeper, stopLoading)
  const { hasUploads, drop } = ending
  /** The same beside what was typed since. */
  const putBack = (draft: Draft): void => restore({ ...draft, values: { ...draft.values, ...state.typed() } })
  /** While it is loaded, or is of a record that was new when it was opened, what is wanted back waits for the next opening. */
  function takeBack(): void {
    if (!drafts || current().phase !== 'ready' || stored().id !== options.id) return
    const draft = takeReturned(name)
    if (draft) putBack(draft)
  }

  return {
    ...createSaving(options, state, keeper),
    ...createTyping(rules, state, keeper),
    ...ending,
    name,
    view,
    validate,
    /** A new record has one once it is saved. */
    id: (): string => stored().id,
    open,
    publishing,
    /** Shows what is stored, without what was typed. */
    async reload(): Promise<void> {
      drop()
      await open()
    },
    /** Loads it, and goes on with what was typed. */
    async reopen(): Promise<void> {
      const work = state.unsavedWork()
      const opening = open()
      // Where the record stands now was seen, and decided.
      if (work) returnDraft(name, { ...work, publication: undefined, at: Date.now() })
      await opening
    },
    /** The form is on the screen. It is loaded, unless something would be replaced. Returns what to run when it is hidden. */
    show(): () => void {
      const { phase, dirty, saving: busy } = current()
      if (phase !== 'ready' || !(dirty || busy || hasUploads())) void open()
      else takeBack()
      return together(uploads.subscribe(state.clearPictureMessage), onReturned(takeBack), stopLoading, keeper.flush)
    },
    /** Writes the draft at once: the page may be gone in a moment. */
    flushDraft: keeper.flush,
    /** Continues with the draft that is offered. */
    restore,
    putBack,
    discardDraft(): void {
      keeper.remove()
      show({ draft: undefined, draftAt: undefined })
    },
  }
}

/** A form says a time to the minute. */
const minuteOf = (at: FormView['draftAt']) => (typeof at === 'number' ? Math.floor(at / 60_000) : at)

/** Closing the form, with or without what was typed. */
function createEnding(
  name: string,
  { current, show, unsavedWork }: FormState,
  keeper: DraftKeeper,
  stopLoading: () => void,
) {
  const hasUploads = (): boolean => uploads.isRunning(name) || uploads.missing(name) > 0
  let ended = false
  /** What was typed is not needed any more. */
  function drop(): void {
    uploads.removeAll(name)
    keeper.remove()
    show({ dirty: false, message: '', draftAt: undefined })
  }

  return {
    hasUploads,
    drop,
    /** The same; returns what was typed, to put it back. */
    giveUp(): Draft | undefined {
      const work = unsavedWork()
      drop()
      return work && { ...work, at: Date.now() }
    },
    /** Whether work would be lost if the form were closed; `drafted` means that it would be offered again. */
    unsaved(): boolean | 'drafted' {
      if (ended) return false
      if (hasUploads()) return true
      if (!current().dirty) return false
      keeper.flush()
      // Another tab may have removed the draft, by signing out or changing the password.
      return current().draftAt !== 'too large' && keeper.read() ? 'drafted' : true
    },
    /** It was closed: nothing goes on behind it. */
    end(): void {
      ended = true
      stopLoading()
      keeper.flush()
      uploads.removeAll(name)
    },
  }
}

/** Loads the record, and offers the draft of it or goes on with it. */
function createLoading({ name, empty, rules, load }: FormOptions, state: FormState, keeper: DraftKeeper) {
  const { show, isDirty, stored, setStored, showValues, isDeleted, showDeleted } = state
  const complete = (values: FieldValues): FieldValues =>
    mapFields(empty, (name, value) => values[name] ?? stored().values[name] ?? value)
  let loading: AbortController | undefined

  async function open(): Promise<void> {
    const { id } = stored()
    if (id === '') return offerDraft()
    loading?.abort()
    const { signal } = (loading = new AbortController())
    show({ phase: 'loading', message: '' })
    try {
      const loaded = await load(id, signal)
      if (signal.aborted) return
      setStored(loaded)
      // What the site shows may be older than a rule. A draft may still be incomplete.
      const errors = loaded.publication?.published === undefined ? {} : validateFields(rules, complete(loaded.values))
      showValues(loaded.values, { phase: 'ready', errors, message: '', deleted: undefined })
      offerDraft()
    } catch (cause) {
      if (!signal.aborted) showFailed(cause)
    }
  }

  function offerDraft(): void {
    const returned = takeReturned(name)
    if (returned) return restore(returned)
    const draft = keeper.read()
    if (draft && !isDirty(complete(draft.values))) keeper.remove()
    else show({ draft })
  }

  function showFailed(cause: unknown): void {
    setStored({ values: empty })
    const draft = isDeleted(cause) ? keeper.read() : undefined
    if (!draft) {
      return show({
        phase: 'failed',
        refused: isRefused(cause),
        values: empty,
        dirty: false,
        message: messageOf(cause),
      })
    }
    restore(draft)
    showDeleted(cause)
  }

  function restore(draft: Draft): void {
    const values = complete(draft.values)
    const { values: base, version } = stored()
    if (draft.basedOn !== undefined && draft.basedOn !== version) {
      // The record has changed since. What the typed fields held before is in the draft, unless it was too large.
      const unchanged = Object.keys(empty).filter((name) => isEqual(values[name], base[name]))
      // What was published or taken off meanwhile is asked about, as in a form that has stayed open.
      setStored({
        values: { ...pick(values, unchanged), ...draft.before },
        version: draft.basedOn,
        ...(draft.publication && { publication: draft.publication }),
      })
    }
    showValues(values, { draft: undefined })
    keeper.schedule()
  }

  return { open, restore, stopLoading: (): void => loading?.abort() }
}

/** Takes what is typed, checks it, and has it kept as a draft. */
function createTyping(rules: Fields, { current, show, showValues }: FormState, keeper: DraftKeeper) {
  /** Until the field is changed. */
  const showError = (field: string, error: string): void => show({ errors: { ...current().errors, [field]: error } })

  return {
    set(field: string, value: unknown): void {
      const { values, errors: before } = current()
      const { [field]: error, ...others } = before
      // An error disappears as soon as the value is valid.
      const errors = error !== undefined && rules[field]?.validate(value) === undefined ? others : before
      const hasErrors = Object.keys(errors).length > 0
      showValues({ ...values, [field]: value }, hasErrors ? { errors } : { errors, message: '' })
      keeper.schedule()
    },
    check(field: string): void {
      const error = rules[field]?.validate(current().values[field])
      if (error !== undefined) showError(field, error)
    },
    showError,
  }
}
