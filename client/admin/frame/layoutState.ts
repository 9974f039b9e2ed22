import { signal } from '@preact/signals-react'
import { adminScreens } from '../../../contract/calls/adminPaths.ts'
import { screenPaths } from '../../../contract/kinds/kinds.ts'
import { stored } from '../../lib/stored.ts'
import { navigate } from '../ui/navigation.ts'
import { forgetPlace } from '../list/storedPlaces.ts'
import { hasUnsaved } from '../form/unfinished.ts'
import { isSignedIn, user } from '../session/session.ts'
import { confirm } from '../ui/confirm.tsx'
import { restoreTabs, shownAfter, withTab } from './tabs.ts'

const store = stored('layout', 'sessionStorage')
/** `--tablet` of the styles. */
const narrow = matchMedia('(max-width: 61.999rem)')
/** Their tabs cannot be closed. */
const pinned: readonly string[] = [adminScreens.dashboard]
export const isPinned = (path: string): boolean => pinned.includes(path)

/**
 * What a tab keeps of the client across a load. The device follows from the window and permissions from the server, so neither is read back.
 * `token` is the public handle of the session, which opens nothing: scripts never see the credential.
 */
interface StoredState {
  opened: boolean
  device: 'desktop' | 'mobile'
  token: string
  name: string
  avatar: string
  visited: readonly string[]
  /** Each open view is kept as it was left; where its list was is in storedPlaces.ts. */
  cached: readonly string[]
  settings: { sysName: string; logo: string }
}

/** Any earlier version may have written it. */
const restored = (store.read() ?? {}) as Partial<Record<keyof StoredState, unknown>>
/** Whether the sidebar was last expanded on a wide screen. */
let expanded = restored.opened !== false
export const mobile = signal(narrow.matches)
/** The sidebar: expanded or as icons; on a narrow screen, shown or hidden. */
export const sidebarOpen = signal(!mobile.peek() && expanded)
export const openTabs = signal(restoreTabs(restored.visited, { known: screenPaths, pinned }))

/** `closing` are tabs that close once another is shown. */
export function openTab(path: string, sharing: readonly string[], closing: readonly string[]): void {
  const closed = closing.filter((each) => each !== path && !hasUnsaved([each]))
  openTabs.value = withTab(openTabs.peek(), path, sharing).filter((each) => !closed.includes(each))
  if (mobile.peek()) sidebarOpen.value = false
}

/** Closes these tabs except pinned ones; asks first if work would be lost. */
export async function closeTabs(paths: readonly string[], currentTab: string): Promise<void> {
  const closed = paths.filter((path) => !isPinned(path))
  if (closed.length === 0) return
  if (hasUnsaved(closed) && !(await confirm('有内容尚未保存，确定关闭吗？', { ok: '仍然关闭' }))) return
  const next = shownAfter(openTabs.peek(), closed, currentTab)
  openTabs.value = openTabs.peek().filter((path) => !closed.includes(path))
  for (const path of closed) forgetPlace(path)
  if (next !== currentTab) navigate(next)
}

/** Closes all tabs, and forgets who was here: another person may sign in next. */
export function resetLayout(): void {
  openTabs.value = pinned
  store.remove()
}

/** Whose office it is, and what it is called. */
export type FrameWords = Pick<StoredState, 'name' | 'avatar'> & StoredState['settings']

/** Those of the last load, until they are asked for again; undefined where that was another session. */
export function restoredFrame(): FrameWords | undefined {
  const { token, name, avatar, settings } = restored
  if (!isSignedIn() || !token || token !== localStorage.getItem('token')) return undefined
  const { sysName, logo } = (settings ?? {}) as Partial<Record<string, unknown>>
  return { name: textOrNone(name), avatar: textOrNone(avatar), sysName: textOrNone(sysName), logo: textOrNone(logo) }
}

const textOrNone = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Adapts to the width of the window, and stores the state for the next load. */
export function watchLayout(): void {
  let width = innerWidth
  addEventListener('resize', () => {
    // The keyboard of a phone changes only the height.
    if (innerWidth === width) return
    width = innerWidth
    const wasMobile = mobile.peek()
    if (!wasMobile) expanded = sidebarOpen.peek()
    mobile.value = narrow.matches
    if (mobile.peek()) sidebarOpen.value = false
    else if (wasMobile) sidebarOpen.value = expanded
  })
  addEventListener('pagehide', () => {
    store.write(currentState())
  })
}

function currentState(): StoredState {
  // A session may have been ended in another tab, and nothing of it stays.
  const person = isSignedIn() ? user.peek() : undefined
  const { name = '', avatar = '', sysName = '', logo = '' } = person ?? {}
  return {
    opened: mobile.peek() ? expanded : sidebarOpen.peek(),
    device: mobile.peek() ? 'mobile' : 'desktop',
    token: (person && localStorage.getItem('token')) ?? '',
    name,
    avatar,
    visited: openTabs.peek(),
    cached: openTabs.peek(),
    settings: { sysName, logo },
  }
}
