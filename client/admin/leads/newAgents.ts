import { signal } from '@preact/signals-react'
import { call } from '../../lib/call.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { noticeEnd } from '../sessionCheck.ts'

const dayMs = 86_400_000

/** How many of the last thirty days nobody has followed up. */
export const newAgents = signal(0)
/** How many lie in 隔离. */
export const doubtfulAgents = signal(0)

/** A failure changes nothing: the number is a help. */
export const countNewAgents = (): Promise<void> => noticeEnd(async () => {
  const from = chinaTime(Date.now() - 30 * dayMs).slice(0, 10)
  const fresh = await call('agentList', { state: 'new', from, limit: 1 })
  const doubtful = await call('agentList', { doubtful: true, limit: 1 })
  // Both at once: who sees a new number can ask again.
  newAgents.value = fresh.count
  doubtfulAgents.value = doubtful.count
})
