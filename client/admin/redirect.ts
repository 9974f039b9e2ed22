import { adminScreens, loginScreen } from '../../contract/adminPaths.ts'

export const home = adminScreens.dashboard

/** Where to go after signing in: the ?redirect= of the address when it stays on this site, else the dashboard. */
export function redirectTarget(search: string): string {
  const asked = new URLSearchParams(search).get('redirect') ?? ''
  // A browser reads "/\evil" as "//evil" and drops tabs and line breaks before it looks.
  if (!/^\/(?![/\\])[^\0-\x1f\\]*$/.test(asked)) return home
  return /^\/login(?:[/?#]|$)/.test(asked) ? home : asked
}

/** The login page that leads back here. */
export const loginPath = (back: string): string => `${loginScreen}?redirect=${encodeURIComponent(back)}`
