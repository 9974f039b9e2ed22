import type { Words } from '../lists/list.ts'
import type { Draft, Drafts } from './drafts.ts'

const draftMs = 600

/** What a form has that is not saved: what was typed, what the changed fields held before, and in which version. */
type Unsaved = Pick<Draft, 'values' | 'basedOn'> & { before: Words }

/** Keeps the draft of one form, a moment after each change. `place` is absent where nothing is kept; `unsaved` gives nothing when all is saved. */
export function createDraftKeeper(place: { box: Drafts; name: string } | undefined, unsaved: () => Unsaved | undefined, onKept: (kept: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined

  const cancel = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const write = ({ values, basedOn, before }: Unsaved, givenUp = false): boolean =>
    place?.box.write(place.name, values, basedOn, { before, givenUp }) ?? false
  const drop = (): void => {
    cancel()
    place?.box.drop(place.name)
  }
  /** Writes at once what was to be written in a moment. */
  const flush = (): void => {
    if (timer === undefined || !place) return
    cancel()
    const work = unsaved()
    if (work) onKept(write(work))
    else place.box.drop(place.name)
  }
  return {
    read: (): Draft | undefined => place?.box.read(place.name),
    plan: (): void => void (timer ??= setTimeout(flush, draftMs)),
    flush,
    drop,
    giveUp(): { draft: Draft; kept: boolean } | undefined {
      cancel()
      const work = unsaved()
      return work && { draft: { ...work, at: Date.now() }, kept: write(work, true) }
    },
  }
}
