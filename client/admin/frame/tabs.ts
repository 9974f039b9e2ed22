import { findLast } from '../../lib/lastOf.ts'

/** The tab strip as a list of paths; pinned ones come first and stay open. */
interface Tabs {
  readonly known: readonly string[]
  readonly pinned: readonly string[]
}

/** The path in place of one that has the same tab, or at the end. */
export function withTab(tabs: readonly string[], path: string, sharing: readonly string[] = []): readonly string[] {
  if (tabs.includes(path)) return tabs
  const place = tabs.findIndex((tab) => sharing.includes(tab))
  return place < 0 ? [...tabs, path] : [...tabs.slice(0, place), path, ...tabs.slice(place + 1)]
}

export const tabsExcept = (tabs: readonly string[], path: string): readonly string[] =>
  tabs.filter((tab) => tab !== path)

/** The tab to show after these are closed: the current one if it stays open, else its neighbour to the right, else to the left. */
export function shownAfter(tabs: readonly string[], closed: readonly string[], current: string): string {
  if (!closed.includes(current)) return current
  const index = tabs.indexOf(current)
  const stays = (path: string): boolean => !closed.includes(path)
  return tabs.slice(index + 1).find(stays) ?? findLast(tabs.slice(0, index), stays) ?? '/'
}

/** Validates tabs that any earlier version may have stored: only known paths, each once, pinned ones first. */
export function restoreTabs(stored: unknown, { known, pinned }: Tabs): readonly string[] {
  const paths: readonly unknown[] = Array.isArray(stored) ? stored : []
  return [
    ...new Set([
      ...pinned,
      ...known.filter((path) => paths.includes(path)).sort((a, b) => paths.indexOf(a) - paths.indexOf(b)),
    ]),
  ]
}
