import type { IncomingMessage } from 'node:http'
import { Failure } from '../failure.ts'

export interface OwnSite {
  /** As SITE_URL has it. */
  siteOrigin: string
  /** How this request came. */
  scheme: 'http' | 'https'
}

export const foreignRequest = (): Failure => new Failure(403, '不允许来自其他网站的请求')

/**
 * Whether another site's page sends this. Browsers add these headers themselves and no script can change them; programs send
 * neither. Beside SITE_URL the address that was asked for counts as our own, so that a site reached under a second name works.
 */
export function crossSite(req: IncomingMessage, own: OwnSite): boolean {
  const { origin, 'sec-fetch-site': fetchSite } = req.headers
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return true
  return origin !== undefined && isForeign(req, origin, own)
}

/**
 * The same for a form sent without a script, which any page can send anywhere. Old browsers name no Origin with a form; they name
 * the page that it stands on, as Referer, unless someone switched that off. Who names nothing passes, as a program does.
 */
export function crossSiteForm(req: IncomingMessage, own: OwnSite): boolean {
  const { origin, referer } = req.headers
  return crossSite(req, own) || (origin === undefined && referer !== undefined && isForeign(req, originOf(referer), own))
}

function isForeign({ headers: { host } }: IncomingMessage, origin: string, { siteOrigin, scheme }: OwnSite): boolean {
  const named = origin.toLowerCase()
  return named !== siteOrigin.toLowerCase() && (host === undefined || named !== `${scheme}://${host.toLowerCase()}`)
}

const originOf = (address: string): string => /^[^/?#]*\/\/[^/?#]*/.exec(address)?.[0] ?? ''
