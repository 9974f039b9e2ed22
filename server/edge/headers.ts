/** Header names and values alternating, the form that writeHead accepts without copying. */
export type FlatHeaders = readonly string[]

interface SecurityOptions {
  https: boolean
  /** The tiles of the map come from there, as the site record says. */
  tiles: string
}

/** Every page and call has this Content-Security-Policy. */
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
 * The origin of a tile template over plain http; https is allowed already. A placeholder in the host, as in `http://{s}.tiles.example/`,
 * becomes a wildcard, which a policy allows only at the front. The record may be written by hand, so anything but a plain host is left out.
 */
function plainOrigin(tiles: string): string {
  const [, host = '', port = ''] = /^http:\/\/([a-z\d.{}-]+)(:\d{1,5})?(?=[/?]|$)/i.exec(tiles) ?? []
  const hostPattern = host.replace(/^.*\{[a-z]\}[^.]*\./i, '*.')
  return /^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(hostPattern) ? ` http://${hostPattern.toLowerCase()}${port}` : ''
}

/** For uploaded files: they can be displayed and nothing in them can run. */
export const filePolicy = "default-src 'none'; frame-ancestors 'self'; sandbox"

/** Only features that could do harm, since node validates every character of every header of every reply. */
const disabledFeatures = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
  'display-capture',
]
const permissions = [...disabledFeatures.map((feature) => `${feature}=()`), 'fullscreen=(self)'].join(', ')

/** The headers of every reply; created once. */
export function securityHeaders({ https, tiles }: SecurityOptions): FlatHeaders {
  return Object.freeze([
    'Content-Security-Policy',
    policy(tiles),
    'X-Content-Type-Options',
    'nosniff',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Permissions-Policy',
    permissions,
    'X-Frame-Options',
    'SAMEORIGIN',
    'Cross-Origin-Opener-Policy',
    'same-origin',
    ...(https ? ['Strict-Transport-Security', 'max-age=31536000'] : []),
  ])
}

/** Of a text that no browser and no proxy keeps. */
export const unstored = (type: string): FlatHeaders => [
  'Content-Type',
  `${type}; charset=utf-8`,
  'Cache-Control',
  'no-store',
]

/** With another value of one of them. */
export const withHeader = (headers: FlatHeaders, name: string, value: string): FlatHeaders =>
  Object.freeze(headers.map((text, index) => (headers[index - 1] === name ? value : text)))

export const withPolicy = (security: FlatHeaders, csp: string): FlatHeaders =>
  withHeader(security, 'Content-Security-Policy', csp)

export const policyOf = (security: FlatHeaders): string =>
  security[security.indexOf('Content-Security-Policy') + 1] ?? ''

/** For pages that have scripts, styles, pictures and films from this origin, too. */
export const withAssetsFrom = (security: FlatHeaders, origin: string): FlatHeaders =>
  withPolicy(security, policyOf(security).replace(/(?:script|style|img|media)-src 'self'/g, `$& ${origin}`))
