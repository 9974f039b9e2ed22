import { isPhone } from '../../contract/twins.ts'

interface Agent {
  phone: boolean
  /** By its own declaration. */
  robot: boolean
}

const robots = /bot|crawl|spider|slurp|curl|wget|python|http-client|headless|preview/i
const maxCached = 1_000
const cache = new Map<string, Agent>()
/** The relevant words are near the start. */
const maxLength = 1_000

/** Parses a User-Agent header. Most requests repeat the same few headers, so results are cached. */
export function agentOf(name = ''): Agent {
  const agent = cache.get(name)
  if (agent !== undefined) return agent
  const start = name.slice(0, maxLength)
  const parsed = { phone: isPhone(start), robot: name === '' || robots.test(start) }
  if (cache.size < maxCached && name.length <= maxLength) cache.set(name, parsed)
  return parsed
}
