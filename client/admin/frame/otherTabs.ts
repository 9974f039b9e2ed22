import { loadPage, navigate } from '../ui/navigation.ts'
import { forgetWork, hasUnsaved } from '../form/unfinished.ts'
import { resetLayout } from './layoutState.ts'
import {
  isSignedIn,
  loginChanges,
  type LoginMessage,
  onLoginMessage,
  resume,
  signInAgain,
  user,
} from '../session/session.ts'
import { home, loginPath } from '../session/redirect.ts'
import { toast } from '../ui/Toast.tsx'
import { openDialogs } from '../ui/topDialog.ts'

/** Reacts to other tabs of this browser: signing out, signing in again, and signing in as somebody else. */
export function followOtherTabs(): void {
  onLoginMessage(handle)
  // A tab that was frozen or came back from the history has missed the messages.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && catchUp())
  addEventListener('pageshow', ({ persisted }) => persisted && catchUp())
}

function handle(message: LoginMessage): void {
  if (message.is === 'out') void leaveOrSignInAgain()
  else if (!user.peek()) loginChanges.value++
  else if (message.userId === user.peek()?.userId) resume()
  else startAsSomebodyElse()
}

function catchUp(): void {
  const userHere = user.peek()?.userId
  const stored = localStorage.getItem('userId')
  if (userHere === undefined) loginChanges.value++
  else if (!isSignedIn()) void leaveOrSignInAgain()
  else if (stored !== null && stored !== userHere) startAsSomebodyElse()
}

/** Opens the dialog to sign in again above what is open; a tab without a dialog or unsaved work goes to the login page. */
async function leaveOrSignInAgain(): Promise<void> {
  const before = user.peek()
  if (!before) return
  const open = openDialogs.peek().length > 0 || hasUnsaved()
  // Somebody may have signed in again meanwhile.
  if (user.peek() !== before) return
  if (open) return void signInAgain().catch(() => {})
  resetLayout()
  user.value = undefined
  navigate(loginPath(location.pathname + location.search))
  toast('您已在其他标签页退出登录', 'info')
}

/** Nothing of the first person may stay visible; their drafts are stored under their own id. */
function startAsSomebodyElse(): void {
  forgetWork()
  resetLayout()
  loadPage(home)
}
