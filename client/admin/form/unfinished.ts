import { createListeners } from '../../lib/listeners.ts'
import type { Draft } from './drafts.ts'
import { uploads } from './uploads.ts'

/** What a view has begun. It lives outside of the components, whose effects end when their view is hidden. */
export interface Work {
  /** `drafted` means that it would be offered again. */
  unsaved(): boolean | 'drafted'
  /** Its view is closed. Absent for what goes on without it. */
  end?(): void
}

/** What was given up and is wanted back, by the name of its form. */
const returned = new Map<string, Draft>()

const listeners = createListeners()

/** The form of this name continues with it: at once if it is on the screen, or else when it is opened next. */
export function returnDraft(name: string, draft: Draft): void {
  returned.set(name, draft)
  listeners.emit()
}

/** Is called when something is wanted back. Returns an unsubscribe function. */
export const onReturned = listeners.subscribe

export function takeReturned(name: string): Draft | undefined {
  const draft = returned.get(name)
  returned.delete(name)
  return draft
}

const works = new Map<string, Map<string, Work>>()

/** From now on the view of this path is not closed without a question. Ends other work of the same name. */
export function keepWork(path: string, name: string, work: Work): void {
  const worksOfView = works.get(path) ?? new Map<string, Work>()
  if (worksOfView.get(name) !== work) worksOfView.get(name)?.end?.()
  works.set(path, worksOfView.set(name, work))
}

/** The tab of this path was closed. */
export function endWork(path: string): void {
  const worksOfView = works.get(path)
  for (const [name, { end }] of worksOfView ?? []) {
    if (!end) continue
    end()
    worksOfView?.delete(name)
  }
}

/** The next person to sign in must not meet what another one has begun. */
export function endAllWork(): void {
  for (const path of works.keys()) endWork(path)
  returned.clear()
  uploads.clear()
}

const statesOf = (paths: readonly string[]) =>
  paths.flatMap((path) => [...(works.get(path)?.values() ?? [])].map((work) => work.unsaved()))

/** Whether any of these views has work that is not saved; without paths, any view at all. */
export const hasUnsaved = (paths: readonly string[] = [...works.keys()]): boolean =>
  statesOf(paths).some((state) => state !== false)

/** Whether any view has work without a draft. */
export const hasUndrafted = (): boolean => statesOf([...works.keys()]).includes(true)

/** From now on the page may be left: the person has agreed, or nobody is signed in. */
export const forgetWork = (): void => works.clear()

/** Asks before the browser leaves the page with unsaved work. */
export function warnOnUnload(): void {
  addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault()
  })
}
