import { signal } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import { hasUnsaved } from '../guards.ts'
import { confirm } from '../ui/confirm.tsx'
import { views } from '../views.ts'
import { restoreTabs, shownAfter, visit } from './tabs.ts'

type Device = 'desktop' | 'mobile'

const storedAs = 'layout'
const narrow = matchMedia('(max-width: 991.98px)')
const device = (): Device => (narrow.matches ? 'mobile' : 'desktop')
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
    // Whatever stands there was not written by us.
    return {}
  }
}

const before = stored()
/** Whether the sidebar was last left in full on a wide screen. */
let inFull = before.opened !== false
export const mobile = signal(device() === 'mobile')
/** The sidebar: in full or as icons; on a narrow screen, drawn out or away. */
export const opened = signal(!mobile.peek() && inFull)
export const visited = signal(restoreTabs(before.visited, all))

export function show(path: string): void {
  visited.value = visit(visited.peek(), path)
  if (mobile.peek()) opened.value = false
}

/** Closes these tabs but for the pinned ones; asks first when that would lose work. */
export async function closeTabs(paths: readonly string[], shown: string): Promise<void> {
  const closed = paths.filter((path) => !isPinned(path))
  if (closed.length === 0) return
  if ((await hasUnsaved(closed)) && !(await confirm('有内容尚未保存，确定关闭吗？', { ok: '仍然关闭' }))) return
  const next = shownAfter(visited.peek(), closed, shown)
  visited.value = visited.peek().filter((path) => !closed.includes(path))
  if (next !== shown) navigate(next)
}

/** The next person begins with a clean desk. */
export function resetLayout(): void {
  visited.value = all.pinned
}

/** Follows the width of the window, and keeps the state for the next load. */
export function watchLayout(): void {
  let width = innerWidth
  addEventListener('resize', () => {
    // The keyboard of a phone changes the height alone.
    if (innerWidth === width) return
    width = innerWidth
    const was = mobile.peek()
    if (!was) inFull = opened.peek()
    mobile.value = device() === 'mobile'
    if (mobile.peek()) opened.value = false
    else if (was) opened.value = inFull
  })
  addEventListener('pagehide', () => {
    sessionStorage.setItem(storedAs, JSON.stringify({ opened: mobile.peek() ? inFull : opened.peek(), device: device(), visited: visited.peek() }))
  })
}
