import type { Draft, Drafts } from './drafts.ts'

const delayMs = 600

/** What a form has that is not saved: its values, what the changed fields held before, and in which version. */
type Unsaved = Omit<Draft, 'at'>

/** Where a form keeps its draft. */
export interface DraftPlace {
  store: Drafts
  name: string
  /** Of the record with this id, once it has one. */
  nameOf?(id: string): string
}

export type DraftKeeper = ReturnType<typeof createDraftKeeper>

/**
 * Stores the draft of one form, a moment after each change. `place` is absent where drafts are off; `unsaved` returns nothing when all is
 * saved.
 */
export function createDraftKeeper(
  place: DraftPlace | undefined, unsaved: () => Unsaved | undefined, onStored: (stored: boolean) => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined

  const cancel = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  let name = place?.name ?? ''
  const remove = (): void => {
    cancel()
    place?.store.remove(name)
  }
  /** Writes at once what was scheduled. */
  const flush = (): void => {
    if (timer === undefined || !place) return
    cancel()
    const work = unsaved()
    if (work) onStored(place.store.write(name, work.values, work.basedOn, work.before))
    else place.store.remove(name)
  }
  return {
    read: (): Draft | undefined => place?.store.read(name),
    /** A new record was added: what is typed from now on belongs to it. */
    moveTo(id: string): void {
      const next = place?.nameOf?.(id) ?? name
      if (next === name) return
      remove()
      name = next
    },
    schedule: (): void => void (timer ??= setTimeout(flush, delayMs)),
    flush,
    remove,
  }
}
