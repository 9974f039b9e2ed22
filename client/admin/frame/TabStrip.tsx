import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Menu } from '../../ui/Menu.tsx'
import { AdminIcon, Link } from '../ui/buttons.tsx'
import { tabOf, viewAt } from './views.ts'
import { closeTabs, isPinned, openTabs } from './layoutState.ts'
import { tabsExcept } from './tabs.ts'

/** Where the menu of a tab opens. */
interface Opened {
  path: string
  x: number
  y: number
}

/** The open views, newest last; the strip scrolls if there are many. */
export function TabStrip({ path }: { path: string }) {
  useSignals()
  const [menu, setMenu] = useState<Opened | undefined>()
  const strip = useRef<HTMLUListElement>(null)
  const tabs = openTabs.value

  useEffect(() => {
    strip.current?.querySelector('.current')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path, tabs])
  useSidewaysWheel(strip)

  const openMenu = (event: MouseEvent | KeyboardEvent, of: string): void => {
    event.preventDefault()
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    // A key has no position.
    const [x, y] = 'clientX' in event && event.button === 2 ? [event.clientX, event.clientY] : [left, bottom]
    setMenu({ path: of, x, y })
  }
  const close = async (paths: readonly string[]): Promise<void> => {
    await closeTabs(paths, path)
    // The focused tab may be closed.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) strip.current?.querySelector<HTMLElement>('.current a')?.focus()
    })
  }
  return (
    <nav className="tab-strip" aria-label="已打开的页面">
      <ul className="row tight" ref={strip}>
        {tabs.map((tab) => (
          <Tab
            key={tab}
            path={tab}
            current={tab === path}
            onMenu={(event) => openMenu(event, tab)}
            onClose={() => void close([tab])}
          />
        ))}
      </ul>
      {menu && (
        <TabMenu
          key={`${menu.path} ${menu.x}`}
          {...menu}
          onClose={() => setMenu(undefined)}
          onPick={(paths) => void close(paths)}
        />
      )}
    </nav>
  )
}

interface TabProps {
  path: string
  current: boolean
  onMenu(event: MouseEvent | KeyboardEvent): void
  onClose(): void
}

function Tab({ path, current, onMenu, onClose }: TabProps) {
  const view = viewAt(tabOf(path))
  if (!view) return null
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) onMenu(event)
    else if (event.key === 'Delete') onClose()
  }
  return (
    <li
      className={current ? 'tab row current' : 'tab row'}
      onContextMenu={onMenu}
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      onAuxClick={(event) => {
        if (event.button !== 1) return
        event.preventDefault()
        onClose()
      }}
    >
      <Link
        className="row"
        href={path}
        aria-current={current ? 'page' : undefined}
        draggable={false}
        onKeyDown={onKeyDown}
      >
        {view.title}
      </Link>
      {!isPinned(path) && (
        <button type="button" className="center" aria-label={`关闭${view.title}`} onClick={onClose}>
          <AdminIcon name="close" />
        </button>
      )}
    </li>
  )
}

function useSidewaysWheel(strip: RefObject<HTMLUListElement | null>): void {
  useEffect(() => {
    const list = strip.current
    // React adds passive wheel listeners, which cannot prevent the scroll.
    const sideways = (event: WheelEvent): void => {
      if (!list || list.scrollWidth <= list.clientWidth || event.deltaX !== 0) return
      event.preventDefault()
      list.scrollLeft += event.deltaY
    }
    list?.addEventListener('wheel', sideways, { passive: false })
    return () => list?.removeEventListener('wheel', sideways)
  }, [])
}

const margin = 8

interface TabMenuProps {
  path: string
  x: number
  y: number
  onClose(): void
  onPick(pathsToClose: readonly string[]): void
}

function TabMenu({ path, x, y, onClose, onPick }: TabMenuProps) {
  useSignals()
  const tabs = openTabs.value
  const rest = tabsExcept(tabs, path)
  const closable = (paths: readonly string[]): boolean => paths.some((path) => !isPinned(path))

  const item = (label: string, paths: readonly string[]) => (
    <button type="button" role="menuitem" disabled={!closable(paths)} onClick={() => onPick(paths)}>
      {label}
    </button>
  )
  return (
    <Menu
      onClose={onClose}
      className="menu tab-menu card"
      aria-label={`标签页：${viewAt(path)?.title ?? ''}`}
      onContextMenu={(event) => event.preventDefault()}
      place={(menu) => placeAt(menu, x, y)}
    >
      {item('关闭当前', [path])}
      {item('关闭其他', rest)}
      {item('关闭所有', tabs)}
    </Menu>
  )
}

/** The whole menu stays inside the window. */
function placeAt({ style, offsetWidth, offsetHeight }: HTMLElement, x: number, y: number): void {
  style.left = `${Math.max(margin, Math.min(x, innerWidth - offsetWidth - margin))}px`
  style.top = `${Math.max(margin, Math.min(y, innerHeight - offsetHeight - margin))}px`
}
