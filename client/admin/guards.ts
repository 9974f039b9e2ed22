import { useEffectEvent, useInsertionEffect } from 'react'

/** Says whether there is unsaved work; `drafted`, it would be offered again. It only reports; the frame does the asking. */
type State = boolean | 'drafted'
type Unsaved = () => State | Promise<State>

const guards = new Map<string, Set<Unsaved>>()

/** While registered, closing the view of this path asks first if `unsaved` says true. Gives the removal. */
export function registerGuard(path: string, unsaved: Unsaved): () => void {
  const own = guards.get(path) ?? new Set()
  guards.set(path, own.add(unsaved))
  return () => void own.delete(unsaved)
}

/** The same for a component. An insertion effect, because a hidden Activity ends all others and its work must stay guarded. */
export function useGuard(path: string, unsaved: Unsaved): void {
  const latest = useEffectEvent(unsaved)
  useInsertionEffect(() => registerGuard(path, () => latest()), [path])
}

/** Whether any of these views has work that is not saved; without paths, any view at all. */
export async function hasUnsaved(paths?: readonly string[]): Promise<boolean> {
  return (await statesOf(paths)).some((state) => state !== false)
}

/** The same, of work of which no draft is kept. */
export async function hasUndrafted(paths?: readonly string[]): Promise<boolean> {
  return (await statesOf(paths)).includes(true)
}

const statesOf = (paths: readonly string[] = [...guards.keys()]): Promise<State[]> =>
  Promise.all(paths.flatMap((path) => [...(guards.get(path) ?? [])].map((unsaved) => unsaved())))

let leaving = false
/** From here on the page may go: the person has agreed, or there is nobody to save as. */
export function dropGuards(): void {
  leaving = true
  guards.clear()
}

/** Warns before the browser throws work away. */
export function warnOnUnload(): void {
  addEventListener('beforeunload', (event) => {
    // A promise cannot be waited for here; who gives one may have something to lose.
    if (!leaving && [...guards.values()].some((own) => [...own].some((unsaved) => unsaved() !== false))) event.preventDefault()
  })
}
