import type { Site } from '../../contract/kinds/entities.ts'
import { escapeHtml } from '../../contract/text/escapeHtml.ts'
import { servicesOf } from '../../contract/site/services.ts'
import { type FlatHeaders, policyOf, withPolicy } from '../edge/headers.ts'

type Statistics = Pick<Site, 'statistics'>

/** By these client/lib/services.ts starts the statistics that are set. */
export const statisticsAttributes = (site: Statistics): Record<string, string> =>
  Object.fromEntries(servicesOf(site).map(({ attribute, idOf }) => [attribute, idOf(site.statistics)]))

/** The element that starts what other companies have in the page. */
export function servicesTag(script: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return written.length === 0 ? '' : `<script src="${script}" defer${written.join('')}></script>`
}

const weChatScripts = ['https://res.wx.qq.com', 'https://res2.wx.qq.com']

/** The headers of a page, whose policy names the hosts of what is set, and no others. Pictures may come from any host. */
export function withServices(security: FlatHeaders, site: Statistics, inWeChat: boolean): FlatHeaders {
  const services = servicesOf(site)
  const scripts = [...services.map((service) => service.scripts), ...(inWeChat ? weChatScripts : [])]
  const reports = services.map((service) => service.reports)
  return withPolicy(
    security,
    policyOf(security)
      .replace("script-src 'self'", ['$&', ...scripts].join(' '))
      .replace("connect-src 'self'", ['$&', ...reports].join(' ')),
  )
}
