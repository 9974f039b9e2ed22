import { appOf } from '../../contract/leads/sources.ts'
import { isPhone } from '../../contract/site/twins.ts'

export interface Agent {
  phone: boolean
  robot: boolean
  /** The app that the browser is part of, or ''. */
  app: string
  /** The engine with its major version, or ''. */
  engine: string
}

const robots = /bot|crawl|spider|slurp|curl|wget|python|http-client|headless|preview/i
/** The first match counts: every engine names those that it wants to be treated like. On iOS each browser has Safari's. */
const engines: readonly (readonly [RegExp, string])[] = [
  [/Chrome\/(\d{1,3})/, 'Chrome'],
  [/Firefox\/(\d{1,3})/, 'Firefox'],
  [/^(?!.*Android).*Version\/(\d{1,3})/, 'Safari'],
  [/ OS (\d{1,3})_\d.*like Mac OS X/, 'Safari'],
  [/(?:MSIE |Trident.*rv:)(\d{1,3})/, 'IE'],
]
const maxCached = 1_000
const cache = new Map<string, Agent>()
/** The relevant words are near the start. The device is read from the complete header, as deploy/nginx.conf does. */
const maxLength = 1_000

/** Parses a User-Agent header. Most requests repeat the same few headers, so results are cached. */
export function agentOf(name = ''): Agent {
  const agent = cache.get(name)
  if (agent !== undefined) return agent
  const start = name.slice(0, maxLength)
  const parsed = {
    phone: isPhone(name),
    robot: name === '' || robots.test(start),
    app: appOf(start),
    engine: engineOf(start),
  }
  if (cache.size < maxCached && name.length <= maxLength) cache.set(name, parsed)
  return parsed
}

function engineOf(name: string): string {
  for (const [pattern, engine] of engines) {
    const [, version] = pattern.exec(name) ?? []
    if (version) return `${engine} ${version}`
  }
  return ''
}
