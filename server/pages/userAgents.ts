import { isPhone } from '../../contract/twins.ts'

interface Agent {
  phone: boolean
  /** As far as it says so itself. */
  robot: boolean
}

const robots = /bot|crawl|spider|slurp|curl|wget|python|http-client|headless|preview/i
const most = 1_000
const known = new Map<string, Agent>()

/** What a browser says of itself is long, but few say different things: what was read out of it is remembered. */
export function agentOf(name = ''): Agent {
  const agent = known.get(name)
  if (agent !== undefined) return agent
  const read = { phone: isPhone(name), robot: name === '' || robots.test(name) }
  if (known.size < most && name.length < 500) known.set(name, read)
  return read
}
