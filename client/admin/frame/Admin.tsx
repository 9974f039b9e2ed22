import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { loginScreen } from '../../../contract/calls/adminPaths.ts'
import { navigate } from '../ui/navigation.ts'
import * as login from './LoginScreen.tsx'
import { type FrameWords, restoredFrame } from './layoutState.ts'
import { Redirect } from './Redirect.tsx'
import { BrandWords, layoutName, PersonWords } from './FrameParts.tsx'
import { laterIn } from '../ui/later.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { loadOffice, office } from './loadOffice.ts'
import { loginPath, redirectTarget } from '../session/redirect.ts'
import { isSignedIn, loadUser, loginChanges, signedOut, user } from '../session/session.ts'
import { Confirms } from '../ui/confirm.tsx'
import { toast, Toasts } from '../ui/Toast.tsx'
import { rootDialog } from '../ui/topDialog.ts'

const LoginScreen = laterIn(() => login, 'LoginScreen')

/** Decides who sees what: the login page, or the back office for those who are signed in. */
export function Admin() {
  useSignals()
  return (
    <>
      <CurrentScreen />
      {signedOut.value && <login.SignInAgain />}
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
  if (!user.value || !office.value) return <Loading />
  return <office.value.Office path={path} />
}

function Loading() {
  const [failure, setFailure] = useState<{ cause: unknown }>()
  const [frame] = useState(restoredFrame)
  // The error boundary shows it.
  if (failure) throw failure.cause
  useEffect(() => {
    loadOffice().catch((cause: unknown) => setFailure({ cause }))
    if (user.peek()) return
    const back = loginPath(location.pathname + location.search)
    loadUser().catch((error: unknown) => {
      toast((error instanceof Error && error.message) || 'Has Error', 'bad')
      navigate(back, { replace: true })
    })
  }, [])
  return frame ? <WaitingFrame {...frame} /> : <Waiting />
}

/** The frame as it was at the last load, while the person is asked for again. It has no menu: who may see what is not known yet. */
function WaitingFrame(words: FrameWords) {
  useSignals()
  return (
    <div className={`layout ${layoutName()}`}>
      <div className="sidebar column" inert>
        <div className="brand row loose">
          <BrandWords {...words} />
        </div>
      </div>
      <div className="stage stack">
        <div className="top-bar row tight" inert>
          <span className="user-button row quiet push">
            <PersonWords {...words} />
          </span>
        </div>
        <div className="tab-strip" inert>
          <ul>
            <li className="tab" />
          </ul>
        </div>
        <div className="views">
          <Waiting />
        </div>
      </div>
    </div>
  )
}
