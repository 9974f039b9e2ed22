import { isPhone } from '../../contract/twins.ts'

interface Agent {
  phone: boolean
  /** As far as it says so itself. */
  robot: boolean
}

const robots = /bot|crawl|spider|slurp|curl|wget|python|http-client|headless|preview/i
const most = 1_000
const known = new Map<string, Agent>()
/** The words that count stand near the front. */
const longest = 1_000

/** What a browser says of itself is long, but few say different things: what was read out of it is remembered. */
export function agentOf(name = ''): Agent {
  const agent = known.get(name)
  if (agent !== undefined) return agent
  const front = name.slice(0, longest)
  const read = { phone: isPhone(front), robot: name === '' || robots.test(front) }
  if (known.size < most && name.length <= longest) known.set(name, read)
  return read
}
