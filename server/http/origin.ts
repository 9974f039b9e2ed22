import type { IncomingMessage } from 'node:http'

export interface OwnSite {
  /** As SITE_URL has it. */
  siteOrigin: string
  /** How this request came. */
  scheme: 'http' | 'https'
}

/**
 * Whether another site's page sends this. Browsers add these headers themselves and no script can change them; programs send
 * neither. Beside SITE_URL the address that was asked for counts as our own, so that a site reached under a second name works.
 */
export function crossSite(req: IncomingMessage, { siteOrigin, scheme }: OwnSite): boolean {
  const { origin, host, 'sec-fetch-site': fetchSite } = req.headers
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return true
  if (origin === undefined) return false
  const said = origin.toLowerCase()
  return said !== siteOrigin.toLowerCase() && (host === undefined || said !== `${scheme}://${host.toLowerCase()}`)
}
