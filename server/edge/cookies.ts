import { calls } from '../../contract/calls/calls.ts'

/** The session token; scripts cannot read it. */
export const tokenCookie = 'item_token'
/** Readable by scripts and not a credential: shows a page that somebody is signed in. */
export const signedInCookie = 'item_in'
/** Identifies a browser that signed in to the account before. Sent to the login call only; outlives sessions and logouts. */
export const deviceCookie = (userId: string): string => `item_device_${userId}`
const yearSeconds = 365 * 86_400

/** Of several cookies with that name the first counts. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals !== -1 && pair.slice(0, equals).trim() === name)
      return pair
        .slice(equals + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1')
  }
  return undefined
}

/** Two Set-Cookie values. Without a lifetime they are session cookies of the browser. */
export function keepCookies(
  token: string,
  { https, lifetimeSeconds }: { https: boolean; lifetimeSeconds: number | undefined },
): string[] {
  return bothCookies(token, '1', https, lifetimeSeconds === undefined ? '' : `; Max-Age=${Math.floor(lifetimeSeconds)}`)
}

export function dropCookies(https: boolean): string[] {
  return bothCookies('', '', https, '; Max-Age=0')
}

export function keepDeviceCookie(userId: string, value: string, https: boolean): string {
  const secure = https ? '; Secure' : ''
  return `${deviceCookie(userId)}=${value}; HttpOnly; Path=${calls.login.path}; SameSite=Lax${secure}; Max-Age=${yearSeconds}`
}

function bothCookies(token: string, signedIn: string, https: boolean, lifetime: string): string[] {
  const rest = `; Path=/; SameSite=Lax${https ? '; Secure' : ''}${lifetime}`
  return [`${tokenCookie}=${token}; HttpOnly${rest}`, `${signedInCookie}=${signedIn}${rest}`]
}
