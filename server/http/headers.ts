/** Header names and values in turn, as writeHead takes them without another copy. */
export type FlatHeaders = readonly string[]

export interface SecurityOptions {
  https: boolean
  /** Where the map's pictures come from; it need be named only when it is not https. */
  tilesOrigin?: string
}

/** Every page, call and file of ours works under this; whoever needs more has to come here and say so. */
const policy = (tilesOrigin: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' https: data: blob:${tilesOrigin?.startsWith('http://') ? ` ${tilesOrigin}` : ''}`,
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

/** Someone else's bytes: shown as what we say they are, and never able to run. */
export const filePolicy = "default-src 'none'; frame-ancestors 'self'; sandbox"

/** node checks every letter of every header for every reply, so this names only what could hurt somebody. */
const switchedOff = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi', 'display-capture']
const permissions = [...switchedOff.map((feature) => `${feature}=()`), 'fullscreen=(self)'].join(', ')

/** What every reply bears, whatever it is about; made once. */
export function securityHeaders({ https, tilesOrigin }: SecurityOptions): FlatHeaders {
  return Object.freeze([
    'Content-Security-Policy', policy(tilesOrigin),
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
