import { useEffectEvent, useInsertionEffect } from 'react'

/** Whether there is unsaved work; `drafted` means that it would be offered again. Guards only report; the layout shows the question. */
type State = boolean | 'drafted'
type Unsaved = () => State | Promise<State>

const guards = new Map<string, Set<Unsaved>>()

/** While registered, closing the view of this path asks first if `unsaved` reports work. Returns a function that unregisters it. */
export function registerGuard(path: string, unsaved: Unsaved): () => void {
  const own = guards.get(path) ?? new Set()
  guards.set(path, own.add(unsaved))
  return () => void own.delete(unsaved)
}

/** The same for a component. An insertion effect, because a hidden Activity cleans up all others and its work must stay guarded. */
export function useGuard(path: string, unsaved: Unsaved): void {
  const latest = useEffectEvent(unsaved)
  useInsertionEffect(() => registerGuard(path, () => latest()), [path])
}

/** Whether any of these views has work that is not saved; without paths, any view at all. */
export async function hasUnsaved(paths?: readonly string[]): Promise<boolean> {
  return (await statesOf(paths)).some((state) => state !== false)
}

/** Whether any view has work without a draft. */
export async function hasUndrafted(): Promise<boolean> {
  return (await statesOf()).includes(true)
}

const statesOf = (paths: readonly string[] = [...guards.keys()]): Promise<State[]> =>
  Promise.all(paths.flatMap((path) => [...(guards.get(path) ?? [])].map((unsaved) => unsaved())))

let leaving = false
/** From now on the page may be left: the person has agreed, or nobody is signed in. */
export function dropGuards(): void {
  leaving = true
  guards.clear()
}

/** Asks before the browser leaves the page with unsaved work. */
export function warnOnUnload(): void {
  addEventListener('beforeunload', (event) => {
    // A promise cannot be awaited here; it counts as unsaved work.
    if (!leaving && [...guards.values()].some((own) => [...own].some((unsaved) => unsaved() !== false))) event.preventDefault()
  })
}
