import { signal } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import type { SignedIn, UserInfo } from '../../contract/entities.ts'
import { call } from '../lib/call.ts'
import { CallError } from '../lib/callError.ts'
import { dropGuards } from './guards.ts'
import { loginPath } from './redirect.ts'

export const user = signal<UserInfo | undefined>(undefined)
/** A call was answered 401 while someone was working: the dialog to sign in again in place is open. */
export const signedOut = signal(false)

const kept = ['userId', 'token', 'itemId', 'auth', 'sysName', 'logo', 'isDeadlineToken'] as const

/** The server's readable word that there is a login; the credential itself is out of reach of scripts. */
export const isSignedIn = (): boolean => /(?:^|;\s*)item_in=1(?:;|$)/.test(document.cookie)

const keep = (values: Partial<Record<(typeof kept)[number], string>>): void => {
  for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value)
}

const forget = (): void => {
  for (const name of kept) localStorage.removeItem(name)
  document.cookie = 'item_in=; Path=/; Max-Age=0'
  user.value = undefined
}

/** Signs in; what the reply says is kept as the other screens expect it. Never the token: its public handle stands in its place. */
export async function signIn(username: string, password: string, remember: boolean): Promise<SignedIn> {
  const reply = await call('login', { username, password, remember })
  const { userId, session, itemId, auth, sysName, logo, isDeadlineToken } = reply
  keep({ userId, token: session, itemId, auth, sysName, logo, isDeadlineToken: `${isDeadlineToken}` })
  return reply
}

export async function loadUser(): Promise<void> {
  try {
    const info = await call('userInfo', {})
    const { userId, itemId, auth, sysName, logo } = info
    keep({ userId, itemId, auth, sysName, logo })
    user.value = info
  } catch (error) {
    forget()
    throw error
  }
}

/** Whether the stored permissions contain this one. */
export const may = (permission: string): boolean => {
  // Read for its news: permissions come with the user.
  void user.value
  return (localStorage.getItem('auth') ?? '').includes(permission)
}

/** 0: ends the session and clears what is kept; 1: ends the session, what is kept stays; anything else: nobody is signed in. */
export async function signOut(): Promise<void> {
  const back = loginPath(location.pathname + location.search)
  const kind = localStorage.getItem('isDeadlineToken')
  const known = kind === '0' || kind === '1'
  if (known) await call('logout', {})
  // A browser whose storage was emptied may still hold a session; it must not outlive this.
  else if (isSignedIn()) void call('logout', {}).catch(() => {})
  dropGuards()
  if (kind === '0') localStorage.clear()
  leave()
  navigate(known ? back : '/login')
}

/** After a change of password: everything kept here goes, and the page starts anew. */
export async function startAnew(): Promise<void> {
  dropGuards()
  localStorage.clear()
  sessionStorage.clear()
  await call('logout', {}).catch(() => {})
  document.cookie = 'item_in=; Path=/; Max-Age=0'
  location.reload()
}

function leave(): void {
  document.cookie = 'item_in=; Path=/; Max-Age=0'
  settle(false)
  user.value = undefined
}

let waiting: PromiseWithResolvers<boolean> | undefined
/** Opens the dialog and waits for its end; refused when the person leaves instead. Calls that fail together wait together. */
export async function signInAgain(): Promise<void> {
  waiting ??= withResolvers()
  signedOut.value = true
  if (!(await waiting.promise)) throw new CallError(401, '登录已失效，请重新登录')
}

/** The end of the dialog: signed in again, or not. */
export function settle(signedIn: boolean): void {
  signedOut.value = false
  waiting?.resolve(signedIn)
  waiting = undefined
}

/** Promise.withResolvers is younger than the browsers we serve. */
function withResolvers(): PromiseWithResolvers<boolean> {
  let settlers: Omit<PromiseWithResolvers<boolean>, 'promise'> | undefined
  const promise = new Promise<boolean>((resolve, reject) => (settlers = { resolve, reject }))
  return { promise, ...(settlers as unknown as Omit<PromiseWithResolvers<boolean>, 'promise'>) }
}
