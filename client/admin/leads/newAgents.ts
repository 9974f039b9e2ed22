import { type AgentKind, agentKindNames } from '../../../contract/application.ts'
import { dayMs } from '../../../contract/durations.ts'
import { signal } from '@preact/signals-react'
import { call } from '../../lib/call.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { noticeEnd } from '../sessionCheck.ts'

interface AgentCounts {
  /** How many of the last thirty days nobody has followed up. */
  fresh: number
  /** How many lie in 隔离. */
  doubtful: number
}
const none: AgentCounts = { fresh: 0, doubtful: 0 }

export const agentCounts = signal<Readonly<Record<AgentKind, AgentCounts>>>({ dealer: none, inquiry: none })

/** A failure changes nothing: the numbers are a help. */
export const countNewAgents = (): Promise<void> =>
  noticeEnd(async () => {
    const from = chinaTime(Date.now() - 30 * dayMs).slice(0, 10)
    const counted = await Promise.all(
      agentKindNames.map(async (kind) => {
        const fresh = await call('agentList', { kind, state: 'new', from, limit: 1 })
        const doubtful = await call('agentList', { kind, doubtful: true, limit: 1 })
        return [kind, { fresh: fresh.count, doubtful: doubtful.count }] as const
      }),
    )
    // All at once: who sees a new number can ask again.
    agentCounts.value = { ...agentCounts.peek(), ...Object.fromEntries(counted) }
  })
