import { useEffectEvent, useInsertionEffect } from 'react'

/** Says whether there is work that closing would lose. It only reports; the frame does the asking. */
type Unsaved = () => boolean | Promise<boolean>

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
export async function hasUnsaved(paths: readonly string[] = [...guards.keys()]): Promise<boolean> {
  const said = await Promise.all(paths.flatMap((path) => [...(guards.get(path) ?? [])].map((unsaved) => unsaved())))
  return said.includes(true)
}

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
