import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'
import { adminRedirects, adminScreens, loginScreen } from '../../contract/adminPaths.ts'
import { SignInAgain } from './dialogs/SignInAgain.tsx'
import { Layout } from './layout/Layout.tsx'
import { Waiting } from './layout/Waiting.tsx'
import { home, loginPath, redirectTarget } from './redirect.ts'
import { LoginScreen } from './screens/LoginScreen.tsx'
import { isSignedIn, loadUser, loginChanges, signedOut, user } from './session.ts'
import { Confirms } from './ui/confirm.tsx'
import { toast, Toasts } from './ui/Toast.tsx'
import { rootDialog } from './ui/topDialog.ts'
import { viewAt, views } from './views.ts'

/** Decides who sees what: the login page, or the back office for those who are signed in. */
export function Admin() {
  useSignals()
  return (
    <>
      <CurrentScreen />
      {signedOut.value && <SignInAgain />}
      {rootDialog.value}
      <Confirms />
      <Toasts />
    </>
  )
}

function CurrentScreen() {
  useSignals()
  const path = usePathname()
  const search = useSearch()
  void loginChanges.value
  // With a user loaded, an expired session is renewed in a dialog and never by leaving the page.
  const inside = user.value !== undefined || isSignedIn()

  if (path === loginScreen) return inside ? <Redirect path={redirectTarget(search)} /> : <LoginScreen />
  if (!inside) return <Redirect path={loginPath(path + search)} />
  if (!user.value) return <LoadUser />
  const { on, required } = user.value.secondFactor
  if (required && !on && path !== adminScreens.account) return <Redirect path={adminScreens.account} />
  if (viewAt(path)) return <Layout path={path} />
  return <Redirect path={adminRedirects[path] ?? home} refused={isScreen(path)} />
}

function LoadUser() {
  useEffect(() => {
    const back = loginPath(location.pathname + location.search)
    loadUser().catch((error: unknown) => {
      toast((error instanceof Error && error.message) || 'Has Error', 'bad')
      navigate(back, { replace: true })
    })
  }, [])
  return <Waiting />
}

const isScreen = (path: string): boolean => views.some((view) => view.path === path)

/** `refused`: the person may not see the screen of the address. */
function Redirect({ path, refused = false }: { path: string; refused?: boolean }) {
  useEffect(() => {
    if (refused) toast('您的角色不能使用这个页面，已转到首页', 'info')
    const { pathname } = new URL(path, location.origin)
    // The public pages are a program of their own.
    if (pathname === loginScreen || isScreen(pathname) || adminRedirects[pathname]) navigate(path, { replace: true })
    else location.replace(path)
  }, [path])
  return <Waiting />
}
