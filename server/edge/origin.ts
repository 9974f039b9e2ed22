import type { IncomingMessage } from 'node:http'
import { Failure } from '../failure.ts'
import type { Trusts } from './trustedProxies.ts'
import { requestScheme } from './request.ts'

interface OwnSite {
  siteOrigin: string
  /** The scheme of this request. */
  scheme: 'http' | 'https'
}

/** Throws for what a page of another site has sent; `isForm`: where any page can send it without a script. */
export function refuseCrossSite(
  req: IncomingMessage,
  { siteOrigin, trusts }: { siteOrigin(): string; trusts: Trusts },
  isForm: boolean,
): void {
  const here = { siteOrigin: siteOrigin(), scheme: requestScheme(req, trusts) }
  if (isForm ? isCrossSiteForm(req, here) : isCrossSite(req, here)) throw new Failure(403, '不允许来自其他网站的请求')
}

/**
 * Whether a page of another site sent this request. Browsers set these headers and scripts cannot change them; programs send neither.
 * Besides SITE_URL the requested host counts as our own, so that a site reachable under a second name works.
 */
export function isCrossSite(req: IncomingMessage, own: OwnSite): boolean {
  const { origin, 'sec-fetch-site': fetchSite } = req.headers
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return true
  return origin !== undefined && isForeign(req, origin, own)
}

/**
 * The same for what any page can send anywhere without a script, a form or a link. Old browsers send no Origin with it, but a Referer,
 * unless that is switched off. A request without any of these headers is accepted, like that of a program.
 */
function isCrossSiteForm(req: IncomingMessage, own: OwnSite): boolean {
  const { origin, referer } = req.headers
  return (
    isCrossSite(req, own) || (origin === undefined && referer !== undefined && isForeign(req, originOf(referer), own))
  )
}

function isForeign({ headers: { host } }: IncomingMessage, origin: string, { siteOrigin, scheme }: OwnSite): boolean {
  const lower = origin.toLowerCase()
  return lower !== siteOrigin.toLowerCase() && (host === undefined || lower !== `${scheme}://${host.toLowerCase()}`)
}

const originOf = (address: string): string => /^[^/?#]*\/\/[^/?#]*/.exec(address)?.[0] ?? ''
