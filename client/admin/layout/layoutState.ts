import { signal } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import { hasUnsaved } from '../guards.ts'
import { confirm } from '../ui/confirm.tsx'
import { views } from '../views.ts'
import { restoreTabs, shownAfter, visit } from './tabs.ts'

const storedAs = 'layout'
const narrow = matchMedia('(max-width: 991.98px)')
const all = { known: views.map(({ path }) => path), pinned: views.filter((view) => view.pinned).map(({ path }) => path) }
const isPinned = (path: string): boolean => all.pinned.includes(path)

interface Stored {
  opened?: unknown
  visited?: unknown
}

function stored(): Stored {
  try {
    return (JSON.parse(sessionStorage.getItem(storedAs) ?? '{}') as Stored | null) ?? {}
  } catch {
    // Not written by this program.
    return {}
  }
}

const before = stored()
/** Whether the sidebar was last expanded on a wide screen. */
let expanded = before.opened !== false
export const mobile = signal(narrow.matches)
/** The sidebar: expanded or as icons; on a narrow screen, shown or hidden. */
export const opened = signal(!mobile.peek() && expanded)
export const visited = signal(restoreTabs(before.visited, all))

export function show(path: string): void {
  visited.value = visit(visited.peek(), path)
  if (mobile.peek()) opened.value = false
}

/** Closes these tabs except pinned ones; asks first if work would be lost. */
export async function closeTabs(paths: readonly string[], shown: string): Promise<void> {
  const closed = paths.filter((path) => !isPinned(path))
  if (closed.length === 0) return
  if ((await hasUnsaved(closed)) && !(await confirm('有内容尚未保存，确定关闭吗？', { ok: '仍然关闭' }))) return
  const next = shownAfter(visited.peek(), closed, shown)
  visited.value = visited.peek().filter((path) => !closed.includes(path))
  if (next !== shown) navigate(next)
}

/** Closes the tabs, for the next person. */
export function resetLayout(): void {
  visited.value = all.pinned
}

/** Adapts to the width of the window, and stores the state for the next load. */
export function watchLayout(): void {
  let width = innerWidth
  addEventListener('resize', () => {
    // The keyboard of a phone changes only the height.
    if (innerWidth === width) return
    width = innerWidth
    const was = mobile.peek()
    if (!was) expanded = opened.peek()
    mobile.value = narrow.matches
    if (mobile.peek()) opened.value = false
    else if (was) opened.value = expanded
  })
  addEventListener('pagehide', () => {
    sessionStorage.setItem(storedAs, JSON.stringify({ opened: mobile.peek() ? expanded : opened.peek(), visited: visited.peek() }))
  })
}
