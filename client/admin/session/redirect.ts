import { adminScreens, loginScreen } from '../../../contract/calls/adminPaths.ts'

export const home = adminScreens.dashboard

/** Where to go after signing in: the ?redirect= of the address when it stays on this site, else the dashboard. */
export function redirectTarget(search: string): string {
  const target = new URLSearchParams(search).get('redirect') ?? ''
  // A browser reads "/\evil" as "//evil" and removes tabs and line breaks before it parses the address.
  if (!/^\/(?![/\\])[^\0-\x1f\\]*$/.test(target)) return home
  return /^\/login(?:[/?#]|$)/.test(target) ? home : target
}

/** The login page that returns to `back`. */
export const loginPath = (back: string): string => `${loginScreen}?redirect=${encodeURIComponent(back)}`
