import { findLast } from '../../lib/lastOf.ts'
/** The tab strip as a list of paths; what is pinned stands first and stays. */
export interface Tabs {
  readonly known: readonly string[]
  readonly pinned: readonly string[]
}

export const visit = (tabs: readonly string[], path: string): readonly string[] => (tabs.includes(path) ? tabs : [...tabs, path])

export const others = (tabs: readonly string[], path: string): readonly string[] => tabs.filter((each) => each !== path)

/** Where to go when these are closed: the tab on show if it stays, else its neighbour to the right, else the one to the left. */
export function shownAfter(tabs: readonly string[], closed: readonly string[], shown: string): string {
  if (!closed.includes(shown)) return shown
  const at = tabs.indexOf(shown)
  const stays = (path: string): boolean => !closed.includes(path)
  return tabs.slice(at + 1).find(stays) ?? findLast(tabs.slice(0, at), stays) ?? '/'
}

/** Tabs that another day's program wrote: only known paths, each once, the pinned ones first. */
export function restoreTabs(stored: unknown, { known, pinned }: Tabs): readonly string[] {
  const said: readonly unknown[] = Array.isArray(stored) ? stored : []
  return [...new Set([...pinned, ...known.filter((path) => said.includes(path)).sort((a, b) => said.indexOf(a) - said.indexOf(b))])]
}
