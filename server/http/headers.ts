/** Header names and values in turn, as writeHead takes them without another copy. */
export type FlatHeaders = readonly string[]

export interface SecurityOptions {
  https: boolean
  /** Where the map's pictures come from, as the site record has it. */
  tiles: string
}

/** Every page, call and file of ours works under this; whoever needs more has to come here and say so. */
const policy = (tiles: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' https: data: blob:${plainOrigin(tiles)}`,
    "media-src 'self' https: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "manifest-src 'self'",
    "frame-ancestors 'self'",
  ].join('; ')

/**
 * The origin of a tile template over plain http; one over https is in already. A placeholder in the host, as in `http://{s}.tiles.example/`,
 * stands for any name in its place, which a policy can say of the front alone. The record is written by hand: what is no plain host is not named.
 */
function plainOrigin(tiles: string): string {
  const [, host = '', port = ''] = /^http:\/\/([a-z\d.{}-]+)(:\d{1,5})?(?=[/?]|$)/i.exec(tiles) ?? []
  const named = host.replace(/^.*\{[a-z]\}[^.]*\./i, '*.')
  return /^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(named) ? ` http://${named.toLowerCase()}${port}` : ''
}

/** Someone else's bytes: shown as what we say they are, and never able to run. */
export const filePolicy = "default-src 'none'; frame-ancestors 'self'; sandbox"

/** node checks every letter of every header for every reply, so this names only what could hurt somebody. */
const switchedOff = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi', 'display-capture']
const permissions = [...switchedOff.map((feature) => `${feature}=()`), 'fullscreen=(self)'].join(', ')

/** What every reply bears, whatever it is about; made once. */
export function securityHeaders({ https, tiles }: SecurityOptions): FlatHeaders {
  return Object.freeze([
    'Content-Security-Policy', policy(tiles),
    'X-Content-Type-Options', 'nosniff',
    'Referrer-Policy', 'strict-origin-when-cross-origin',
    'Permissions-Policy', permissions,
    'X-Frame-Options', 'SAMEORIGIN',
    'Cross-Origin-Opener-Policy', 'same-origin',
    ...(https ? ['Strict-Transport-Security', 'max-age=31536000'] : []),
  ])
}

/** The same headers under another policy. */
export function withPolicy(security: FlatHeaders, csp: string): FlatHeaders {
  return Object.freeze(security.map((text, at) => (security[at - 1] === 'Content-Security-Policy' ? csp : text)))
}
