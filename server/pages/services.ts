import type { Site } from '../../contract/entities.ts'
import { servicesOf } from '../../contract/services.ts'
import { type FlatHeaders, policyOf, withPolicy } from '../http/headers.ts'

type Statistics = Pick<Site, 'statistics'>

/** The element that starts the services that are set. */
export function servicesTag(site: Statistics, script: string): string {
  const attributes = servicesOf(site)
    .map(({ attribute, idOf }) => ` ${attribute}="${idOf(site.statistics)}"`)
    .join('')
  return attributes && `<script src="${script}" defer${attributes}></script>`
}

/** The headers of a page, whose policy names the hosts of what is set, and no others. Pictures may come from any host. */
export function withServices(security: FlatHeaders, site: Statistics): FlatHeaders {
  const services = servicesOf(site)
  if (services.length === 0) return security
  const hosts = (of: 'scripts' | 'reports'): string => services.map((each) => each[of]).join(' ')
  return withPolicy(
    security,
    policyOf(security)
      .replace("script-src 'self'", `$& ${hosts('scripts')}`)
      .replace("connect-src 'self'", `$& ${hosts('reports')}`),
  )
}
