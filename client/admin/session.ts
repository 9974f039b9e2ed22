import { signal } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import type { Item, SignedIn, UserInfo } from '../../contract/entities.ts'
import { call } from '../lib/call.ts'
import { CallError } from '../lib/callError.ts'
import { dropGuards } from './guards.ts'
import { announceLogin } from './loginChannel.ts'
import { loginPath } from './redirect.ts'

export const user = signal<UserInfo | undefined>(undefined)
/** A call was answered 401 while someone was working: the dialog to sign in again in place is open. */
export const signedOut = signal(false)
/** Counts logins made in other tabs: they change the cookie, which is no signal. */
export const loginChanges = signal(0)

/** Shown until somebody uploads another one. */
export const defaultLogo = '/media/mark.svg'

const kept = ['userId', 'token', 'itemId', 'auth', 'sysName', 'logo', 'isDeadlineToken'] as const

const askAgainMs = 1000
const gone = 'item_in=; Path=/; Max-Age=0'

/** The server's readable word that there is a login; the credential itself is out of reach of scripts. */
export const isSignedIn = (): boolean => /(?:^|;\s*)item_in=1(?:;|$)/.test(document.cookie)

const keep = (values: Partial<Record<(typeof kept)[number], string>>): void => {
  for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value)
}

const forget = (): void => {
  for (const name of kept) localStorage.removeItem(name)
  document.cookie = gone
  user.value = undefined
}

/** Signs in; what the reply says is kept as the other screens expect it. Never the token: its public handle stands in its place. */
export async function signIn(username: string, password: string, remember: boolean): Promise<SignedIn> {
  const reply = await call('login', { username, password, remember })
  const { userId, session, itemId, auth, sysName, logo, isDeadlineToken } = reply
  keep({ userId, token: session, itemId, auth, sysName, logo, isDeadlineToken: `${isDeadlineToken}` })
  announceLogin({ is: 'in', userId })
  return reply
}

export async function loadUser(): Promise<void> {
  try {
    const info = await askWhoIsIn()
    const { userId, itemId, auth, sysName, logo } = info
    keep({ userId, itemId, auth, sysName, logo })
    user.value = info
  } catch (error) {
    forget()
    throw error
  }
}

/** A page that is being left, as by a hasty second reload, has its calls cut off: no answer is not yet a refusal, so it asks once more. */
async function askWhoIsIn(): Promise<UserInfo> {
  try {
    return await call('userInfo', {})
  } catch (error) {
    if (!(error instanceof CallError && error.code === 0)) throw error
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
    return call('userInfo', {})
  }
}

/** Whether the stored permissions contain this one. */
export const may = (permission: string): boolean => {
  // Read for its news: permissions come with the user.
  void user.value
  return (localStorage.getItem('auth') ?? '').includes(permission)
}

/** A session that is not to outlast the visit leaves nothing behind, drafts neither. */
export const clearsOnLeaving = (): boolean => localStorage.getItem('isDeadlineToken') === '0'

/** 0: ends the session and clears what is kept; 1: ends the session, what is kept stays; anything else: nobody is signed in. */
export async function signOut(): Promise<void> {
  const back = loginPath(location.pathname + location.search)
  const kind = localStorage.getItem('isDeadlineToken')
  const known = kind === '0' || kind === '1'
  if (known) await call('logout', {})
  // A browser whose storage was emptied may still hold a session; it must not outlive this.
  else if (isSignedIn()) void call('logout', {}).catch(() => {})
  if (clearsOnLeaving()) localStorage.clear()
  leave()
  navigate(known ? back : '/login')
}

/** After a change of password: everything kept here goes, and the page starts anew. */
export async function startAnew(): Promise<void> {
  dropGuards()
  localStorage.clear()
  sessionStorage.clear()
  await call('logout', {}).catch(() => {})
  document.cookie = gone
  announceLogin({ is: 'out' })
  location.reload()
}

/** What was changed about the system shows at once. */
export function keepItem({ itemId, sysName, logo }: Item): void {
  keep({ itemId, sysName, logo })
  if (user.value) user.value = { ...user.value, itemId, sysName, logo }
}

function leave(): void {
  document.cookie = gone
  announceLogin({ is: 'out' })
  settle(false)
  user.value = undefined
}

let waiting: { signedIn: Promise<boolean>; settle(signedIn: boolean): void } | undefined

/** Opens the dialog and waits for its end; refused when the person leaves instead. Calls that fail together wait together. */
export async function signInAgain(): Promise<void> {
  if (!waiting) {
    let settle = (_: boolean): void => {}
    const signedIn = new Promise<boolean>((resolve) => (settle = resolve))
    waiting = { signedIn, settle }
    signedOut.value = true
  }
  if (!(await waiting.signedIn)) throw new CallError(401, '登录已失效，请重新登录')
}

function settle(signedIn: boolean): void {
  signedOut.value = false
  waiting?.settle(signedIn)
  waiting = undefined
}

/** The same person signs in again in place, for as long as before. */
export async function renew(username: string, password: string): Promise<void> {
  await signIn(username, password, localStorage.getItem('isDeadlineToken') === '1')
  settle(true)
}

/** The same person has signed in again in another tab. */
export const resume = (): void => settle(true)

/** Or leaves for the login page. */
export function abandon(): void {
  const back = loginPath(location.pathname + location.search)
  forget()
  announceLogin({ is: 'out' })
  settle(false)
  navigate(back)
}
