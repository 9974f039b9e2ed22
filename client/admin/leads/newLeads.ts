import { type LeadKind, leadKindNames } from '../../../contract/leads/leads.ts'
import { dayMs } from '../../../contract/text/durations.ts'
import { signal } from '@preact/signals-react'
import { call } from '../../lib/call.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { noticeEnd } from '../session/sessionCheck.ts'

interface LeadCounts {
  /** How many of the last thirty days nobody has followed up. */
  fresh: number
  /** How many lie in 隔离. */
  doubtful: number
}
const none: LeadCounts = { fresh: 0, doubtful: 0 }

export const leadCounts = signal<Readonly<Record<LeadKind, LeadCounts>>>({ dealer: none, inquiry: none })

/** A failure changes nothing: the numbers are a help. */
export const countNewLeads = (): Promise<void> =>
  noticeEnd(async () => {
    const from = chinaTime(Date.now() - 30 * dayMs).slice(0, 10)
    const counted = await Promise.all(
      leadKindNames.map(async (kind) => {
        const fresh = await call('leadList', { kind, state: 'new', from, limit: 1 })
        const doubtful = await call('leadList', { kind, doubtful: true, limit: 1 })
        return [kind, { fresh: fresh.count, doubtful: doubtful.count }] as const
      }),
    )
    // All at once: who sees a new number can ask again.
    leadCounts.value = { ...leadCounts.peek(), ...Object.fromEntries(counted) }
  })
