import { useSignals } from '@preact/signals-react/runtime'
import { Activity, type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { adminRedirects, adminScreens } from '../../../contract/calls/adminPaths.ts'
import { screenPaths } from '../../../contract/kinds/kinds.ts'
import { listen, together } from '../../lib/listen.ts'
import { endWork } from '../form/unfinished.ts'
import { OperationBar } from '../acts/OperationBar.tsx'
import { PasswordDialog } from '../people/PasswordDialog.tsx'
import { home } from '../session/redirect.ts'
import { user } from '../session/session.ts'
import { DeviceCode } from '../site/DeviceCode.tsx'
import { SystemDialog } from '../site/SystemDialog.tsx'
import { Failing } from '../ui/Failing.tsx'
import { Modal } from '../ui/Modal.tsx'
import { onMac } from '../ui/onMac.ts'
import { closeOverlay, openOverlay, type Overlay, overlay } from '../ui/overlay.ts'
import { closingTabs, sharingTab, viewAt } from './views.ts'
import { layoutName } from './FrameParts.tsx'
import { mobile, openTab, openTabs, sidebarOpen } from './layoutState.ts'
import { Palette } from './Palette.tsx'
import { Redirect } from './Redirect.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TabStrip } from './TabStrip.tsx'
import { TopBar } from './TopBar.tsx'

/** Everything behind the sign-in, which is the second file of the back office. */
export function Office({ path }: { path: string }) {
  useSignals()
  const { on, required } = user.value?.secondFactor ?? {}
  if (required && !on && path !== adminScreens.account) return <Redirect path={adminScreens.account} />
  if (viewAt(path)) return <Layout path={path} />
  return <Redirect path={adminRedirects[path] ?? home} refused={screenPaths.includes(path)} />
}

/** The sidebar, the top bar and the tabs around the screens. `path` is always one of views.ts. */
function Layout({ path }: { path: string }) {
  useSignals()
  const title = viewAt(path)?.title ?? ''
  const sysName = user.value?.sysName ?? ''
  const main = useRef<HTMLElement>(null)
  const drawerOpen = mobile.value && sidebarOpen.value

  // Before the browser paints, or the new tab's screen would appear a frame late.
  useLayoutEffect(() => openTab(path, sharingTab(path), closingTabs), [path])
  useEffect(() => {
    document.title = sysName ? `${title} - ${sysName}` : title
  }, [title, sysName])
  useEffect(() => {
    if (!drawerOpen) return
    // The button that opened it is now inert.
    document.querySelector<HTMLElement>('.sidebar a')?.focus()
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') sidebarOpen.value = false
    }
    // Browsers without `inert` let the focus in.
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.closest('.stage'))
        document.querySelector<HTMLElement>('.sidebar a')?.focus()
    }
    addEventListener('keydown', onKeyDown)
    addEventListener('focusin', onFocusIn)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('focusin', onFocusIn)
      document.querySelector<HTMLElement>('.top-bar button')?.focus()
    }
  }, [drawerOpen])

  return (
    <div className={`layout ${layoutName()}${drawerOpen ? ' open' : ''}`}>
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        跳到正文
      </button>
      <Sidebar path={path} />
      {drawerOpen && <div className="scrim" onClick={() => (sidebarOpen.value = false)} />}
      <div className="stage stack" inert={drawerOpen}>
        <TopBar path={path} />
        <TabStrip path={path} />
        <OperationBar />
        <main className="views" ref={main} tabIndex={-1}>
          <KeptViews path={path} tabs={openTabs.value} />
        </main>
      </div>
      <Overlays />
    </div>
  )
}

/** The screens of all open tabs; hidden ones stay mounted. After a reload each is drawn when it is shown first. */
function KeptViews({ path, tabs }: { path: string; tabs: readonly string[] }) {
  return tabs.map((tab) => <KeptView key={tab} path={tab} active={tab === path} />)
}

/** An Activity ends the effects of what it hides, so the end of its work is noticed out here, when its tab is closed. */
function KeptView({ path, active }: { path: string; active: boolean }) {
  useEffect(() => () => endWork(path), [path])
  const [wasShown, setWasShown] = useState(active)
  if (active && !wasShown) setWasShown(true)
  const view = viewAt(path)
  return (
    view &&
    wasShown && (
      <Activity mode={active ? 'visible' : 'hidden'}>
        <Scroller label={view.title}>
          <Failing>
            <view.Screen active={active} />
          </Failing>
        </Scroller>
      </Activity>
    )
  )
}

/** Restores the scroll positions in a view: some browsers reset them while it is hidden. */
function Scroller({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const positions = useRef(new Map<Element, readonly [number, number]>())

  useLayoutEffect(() => {
    const view = box.current
    if (!view) return
    for (const [element, [left, top]] of positions.current) {
      if (element.isConnected) element.scrollTo({ left, top, behavior: 'instant' })
      else positions.current.delete(element)
    }
    const onScroll = ({ target }: Event): void => {
      if (target instanceof Element) positions.current.set(target, [target.scrollLeft, target.scrollTop])
    }
    view.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => view.removeEventListener('scroll', onScroll, { capture: true })
  }, [])

  return (
    <div className="view scroll" ref={box} role="region" aria-label={label} tabIndex={-1}>
      {children}
    </div>
  )
}

const dialogs: Readonly<Record<Overlay, ComponentType<{ open: boolean; onClose(): void }>>> = {
  palette: Palette,
  password: PasswordDialog,
  qr: QrDialog,
  system: SystemDialog,
}

/** The dialogs of the frame, and the keys that open them. */
function Overlays() {
  useSignals()
  const name = overlay.value
  useEffect(() => (name ? () => endWork('') : undefined), [name])
  useEffect(() => together(closeOverlay, listen(window, { keydown: onKeyDown })), [])
  const Dialog = name && dialogs[name]
  return Dialog ? <Dialog open onClose={closeOverlay} /> : null
}

/** The editor and dialogs prevent the default of the keys that they handle. */
function onKeyDown(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229 || altKey) return
  const command = onMac ? metaKey && !ctrlKey : ctrlKey && !metaKey
  if (command && !shiftKey && key.toLowerCase() === 'k') {
    // Firefox would go to its own search.
    event.preventDefault()
    openOverlay('palette')
  }
}

/** The official account's address, with the user's id in it, for a phone to read. */
function QrDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  useSignals()
  const address = user.value?.followUrl ?? ''
  return (
    <Modal title="扫码关注公众号" width="24rem" open={open} onClose={onClose}>
      {address ? (
        <DeviceCode address={address} label="公众号二维码" words="请使用微信扫一扫" />
      ) : (
        <p className="message qr">尚未配置公众号地址，请联系管理员。</p>
      )}
    </Modal>
  )
}
