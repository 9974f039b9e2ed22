import { useSignals } from '@preact/signals-react/runtime'
import { Fragment, useEffect, useState } from 'react'
import { adminScreens } from '../../../contract/calls/adminPaths.ts'
import { navigate } from '../ui/navigation.ts'
import { Menu, MenuButton } from '../../ui/Menu.tsx'
import { confirmSignOut } from './confirmSignOut.ts'
import { openOverlay } from '../ui/overlay.ts'
import { user } from '../session/session.ts'
import { AdminIcon, type AdminIconName, IconButton, Link } from '../ui/buttons.tsx'
import { onMac } from '../ui/onMac.ts'
import { toast } from '../ui/Toast.tsx'
import { groups, viewAt, views } from './views.ts'
import { PersonWords } from './FrameParts.tsx'
import { isPinned, mobile, sidebarOpen } from './layoutState.ts'

export function TopBar({ path }: { path: string }) {
  useSignals()
  return (
    <header className="top-bar row tight">
      <IconButton
        icon={mobile.value ? 'menu' : 'sidebar'}
        label={sidebarOpen.value ? '收起菜单' : '展开菜单'}
        aria-expanded={sidebarOpen.value}
        onClick={() => (sidebarOpen.value = !sidebarOpen.value)}
      />
      <Crumbs path={path} />
      <button
        type="button"
        className="top-search boxed row quiet muted"
        aria-haspopup="dialog"
        aria-keyshortcuts={onMac ? 'Meta+K' : 'Control+K'}
        onClick={() => openOverlay('palette')}
      >
        <AdminIcon name="search" />
        <span>搜索或跳转</span>
        <kbd className="phone-hidden" aria-hidden="true">
          {onMac ? '⌘' : 'Ctrl'} K
        </kbd>
      </button>
      <a className="top-link row quiet muted" href="/" target="_blank" rel="noopener" aria-label="查看网站（新窗口）">
        <AdminIcon name="arrow-up-right" />
        <span className="phone-hidden">查看网站</span>
      </a>
      <Fullscreen />
      <UserMenu />
    </header>
  )
}

function Crumbs({ path }: { path: string }) {
  const view = viewAt(path)
  const [first] = views
  return (
    <nav className="admin-crumbs fill" aria-label="当前位置">
      <ol className="row muted nowrap">
        {first && !isPinned(path) && (
          <li className="phone-hidden">
            <Link href={first.path}>{first.title}</Link>
          </li>
        )}
        {view?.group && <li className="phone-hidden">{groups[view.group]}</li>}
        {/* The dashboard has its own h1. */}
        <li aria-current="page" className="strong">
          {isPinned(path) ? view?.title : <h1>{view?.title}</h1>}
        </li>
      </ol>
    </nav>
  )
}

/** Safari before 16.4 has only the prefixed names. */
interface PrefixedScreen {
  webkitFullscreenEnabled?: boolean
  webkitFullscreenElement?: Element | null
  webkitExitFullscreen?(): void
}
const page: Document & PrefixedScreen = document
const root: HTMLElement & { webkitRequestFullscreen?(): void } = document.documentElement
const isFull = (): boolean => (page.fullscreenElement ?? page.webkitFullscreenElement ?? null) !== null

function Fullscreen() {
  const [full, setFull] = useState(isFull)
  useEffect(() => {
    const update = (): void => setFull(isFull())
    const names = ['fullscreenchange', 'webkitfullscreenchange']
    for (const name of names) document.addEventListener(name, update)
    return () => names.forEach((name) => document.removeEventListener(name, update))
  }, [])

  const toggle = async (): Promise<void> => {
    try {
      if (!(page.fullscreenEnabled ?? page.webkitFullscreenEnabled)) throw new TypeError('not supported')
      const enter = root.requestFullscreen ?? root.webkitRequestFullscreen
      const leave = page.exitFullscreen ?? page.webkitExitFullscreen
      await (isFull() ? leave.call(page) : enter.call(root))
    } catch {
      // A refusal gets the same message as missing support.
      toast('您的浏览器不支持全屏！', 'warning')
    }
  }
  const label = full ? '退出全屏' : '全屏'
  return (
    <IconButton
      icon={full ? 'fullscreen-exit' : 'fullscreen'}
      label={label}
      title={label}
      onClick={() => void toggle()}
    />
  )
}

interface UserEntry {
  icon: AdminIconName
  words: string
  /** The screen that it opens, for who may open it. */
  screen?: string
  act(): void
}

const screenEntry = (icon: AdminIconName, words: string, screen: string): UserEntry => ({
  icon,
  words,
  screen,
  act: () => navigate(screen),
})

const userEntries: readonly UserEntry[] = [
  screenEntry('users', '我的账号', adminScreens.account),
  screenEntry('plan', '资料管理', adminScreens.profile),
  { icon: 'lock', words: '修改密码', act: () => openOverlay('password') },
  { icon: 'qr', words: '扫码关注公众号', act: () => openOverlay('qr') },
  { icon: 'logout', words: '退出登录', act: () => void confirmSignOut() },
]

function UserMenu() {
  useSignals()
  const { name = '', avatar = '' } = user.value ?? {}
  const entries = userEntries.filter(({ screen }) => screen === undefined || viewAt(screen))
  return (
    <div className="user-menu">
      <MenuButton
        className="user-button row quiet"
        menu={(open) => (
          <Menu {...open} className="menu card" aria-label="账号">
            {entries.map(({ icon, words, act }) => (
              <Fragment key={words}>
                {icon === 'logout' && <hr />}
                <button type="button" role="menuitem" onClick={act}>
                  <AdminIcon name={icon} />
                  {words}
                </button>
              </Fragment>
            ))}
          </Menu>
        )}
      >
        <PersonWords {...{ name, avatar }} />
      </MenuButton>
    </div>
  )
}
