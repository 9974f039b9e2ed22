import { signal } from '@preact/signals-react'
import type { Item, SignedIn, UserInfo } from '../../../contract/kinds/entities.ts'
import { groupPath, locationIds, locations } from '../../../contract/kinds/groups.ts'
import type { SitePart } from '../../../contract/site/sitePages.ts'
import { groupPermission, type Permission } from '../../../contract/calls/roles.ts'
import { navigate } from '../ui/navigation.ts'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/callError.ts'
import { loginPath } from './redirect.ts'

export const user = signal<UserInfo | undefined>(undefined)
/** The groups of products, those below another one behind it. */
export function groupsOfSite(): UserInfo['groups'] {
  if (user.value) return user.value.groups
  return locationIds.map((id) => ({ id, name: locations[id], parent: '', on: true }))
}
export const groupNames = (): (readonly [id: string, name: string])[] =>
  groupsOfSite().map((group) => {
    const path = groupPath(groupsOfSite(), group)
    return [group.id, group.on ? path : `${path}（已关闭）`] as const
  })
/** Whether of the site this is closed. */
export const isClosed = (part: string | undefined): boolean =>
  (user.value?.closed ?? []).some((closed) => closed === part)
/** The names of honours and certificates, with one that is chosen already. */
export function proofChoices(chosen: string): (readonly [name: string, label: string])[] {
  const { proofs = [] } = user.value ?? {}
  const gone = chosen === '' || proofs.includes(chosen) ? [] : [[chosen, `${chosen}（已移除）`] as const]
  return [['', '请选择'], ...gone, ...[...new Set(proofs)].map((name) => [name, name] as const)]
}
/** Whether the dialog to sign in again is open: a call was answered 401 while someone was working. */
export const signedOut = signal(false)
/** Counts logins made in other tabs: they change the cookie, which has no change event. */
export const loginChanges = signal(0)

/** Name and logo of the back office for those who have not signed in, from the page itself. */
export const shownItem = (): DOMStringMap => document.getElementById('root')?.dataset ?? {}

const storedNames = ['userId', 'token', 'itemId', 'auth', 'sysName', 'logo', 'isDeadlineToken'] as const

const restoreRetryMs = 1000
const expiredCookie = 'item_in=; Path=/; Max-Age=0'

/** Whether the cookie that scripts can read says so; they cannot read the session itself. */
export const isSignedIn = (): boolean => /(?:^|;\s*)item_in=1(?:;|$)/.test(document.cookie)

const store = (values: Partial<Record<(typeof storedNames)[number], string>>): void => {
  for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value)
}

const clearLogin = (): void => {
  for (const name of storedNames) localStorage.removeItem(name)
  document.cookie = expiredCookie
  user.value = undefined
}

/** Signs in and stores the reply under the names that the other screens read. Never the token: its public id is stored instead. */
export async function signIn(username: string, password: string, remember: boolean, code: string): Promise<SignedIn> {
  const reply = await call('login', { username, password, remember, ...(code && { code }) })
  const { userId, session, itemId, auth, sysName, logo, isDeadlineToken } = reply
  store({ userId, token: session, itemId, auth, sysName, logo, isDeadlineToken: `${isDeadlineToken}` })
  announceLogin({ is: 'in', userId })
  return reply
}

export async function loadUser(): Promise<void> {
  try {
    const info = await fetchUser()
    const { userId, itemId, auth, sysName, logo, byLink } = info
    store({ userId, itemId, auth, sysName, logo })
    // A link signs in without this script.
    if (byLink) store({ token: byLink.session, isDeadlineToken: '0' })
    user.value = info
  } catch (error) {
    clearLogin()
    // Only the server can take the cookie back that no script sees.
    if (!(error instanceof CallError && (error.code === 401 || error.code === 0)))
      await call('logout', {}).catch(() => {})
    throw error
  }
}

/** Leaving a page, as by a second reload, aborts its calls. That does not mean that the session has ended: the call is repeated once. */
async function fetchUser(): Promise<UserInfo> {
  try {
    return await call('userInfo', {})
  } catch (error) {
    if (!(error instanceof CallError && error.code === 0)) throw error
    await new Promise((resolve) => setTimeout(resolve, restoreRetryMs))
    return call('userInfo', {})
  }
}

export const may = (permission: Permission): boolean => {
  // Subscribes the component: permissions come with the user.
  const { auth = '' } = user.value ?? {}
  // Signing out in another tab clears them, while this one keeps its forms open.
  return (localStorage.getItem('auth') ?? auth).split(',').includes(permission)
}

/** Whether the person may see this group of settings. */
export const mayOpenGroup = (group: string): boolean => may('site:update') && may(groupPermission(group))

/** Groups of what may be closed. */
const partsOfGroup: Readonly<Record<string, readonly SitePart[]>> = {
  support: ['support', 'showroom', 'product'],
  scenarios: ['scenarios'],
  agent: ['agent'],
}
export const isGroupClosed = (id: string): boolean => partsOfGroup[id]?.every(isClosed) ?? false

/** A session that was not remembered leaves nothing in the browser, not even drafts. */
export const clearsOnSignOut = (): boolean => localStorage.getItem('isDeadlineToken') === '0'

/** By isDeadlineToken: 0 ends the session and clears the storage; 1 ends the session only; otherwise nobody is signed in. */
export async function signOut(): Promise<void> {
  const back = loginPath(location.pathname + location.search)
  const kind = localStorage.getItem('isDeadlineToken')
  const known = kind === '0' || kind === '1'
  if (known) await call('logout', {})
  // A browser whose storage was cleared may still have a session: end it.
  else if (isSignedIn()) void call('logout', {}).catch(() => {})
  if (clearsOnSignOut()) localStorage.clear()
  endLogin()
  navigate(known ? back : '/login')
}

/** After a change of password: clears the storage and reloads the page, which asks first while it has work that is not forgotten. */
export async function endAllAndReload(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  await call('logout', {}).catch(() => {})
  document.cookie = expiredCookie
  announceLogin({ is: 'out' })
  location.reload()
}

/** Shows a changed system name or logo at once. */
export function updateItem({ itemId, sysName, logo }: Item): void {
  store({ itemId, sysName, logo })
  if (user.value) user.value = { ...user.value, itemId, sysName, logo }
}

function endLogin(): void {
  document.cookie = expiredCookie
  announceLogin({ is: 'out' })
  resolveSignIn(false)
  user.value = undefined
}

let pending: { signedIn: Promise<boolean>; resolve(signedIn: boolean): void } | undefined

/**
 * Opens the dialog and waits until the person has signed in; rejects when they leave instead. Calls that fail together share one dialog.
 */
export async function signInAgain(): Promise<void> {
  if (!pending) {
    let resolve = (_: boolean): void => {}
    const signedIn = new Promise<boolean>((resolveSignedIn) => (resolve = resolveSignedIn))
    pending = { signedIn, resolve }
    signedOut.value = true
  }
  if (!(await pending.signedIn)) throw new CallError(401, '登录已失效，请重新登录')
}

function resolveSignIn(signedIn: boolean): void {
  signedOut.value = false
  pending?.resolve(signedIn)
  pending = undefined
}

/** The same person signs in again, for as long as before. */
export async function renew(username: string, password: string, code: string): Promise<void> {
  await signIn(username, password, localStorage.getItem('isDeadlineToken') === '1', code)
  resolveSignIn(true)
}

/** The same person has signed in again in another tab. */
export const resume = (): void => resolveSignIn(true)

/** The person goes to the login page instead. */
export function leaveForLogin(): void {
  const back = loginPath(location.pathname + location.search)
  clearLogin()
  announceLogin({ is: 'out' })
  resolveSignIn(false)
  navigate(back)
}

/** A message between the tabs of one browser, which share the login. */
export type LoginMessage = { is: 'out' } | { is: 'in'; userId: string }

let loginChannel: BroadcastChannel | undefined

/** One channel for both directions: it does not receive what it posts itself. */
const openLoginChannel = (): BroadcastChannel => (loginChannel ??= new BroadcastChannel('login'))

const announceLogin = (message: LoginMessage): void => openLoginChannel().postMessage(message)

export function onLoginMessage(handler: (message: LoginMessage) => void): void {
  openLoginChannel().onmessage = ({ data }: MessageEvent<LoginMessage>) => handler(data)
}
