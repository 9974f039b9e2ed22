import { dayMs } from '../../contract/text/durations.ts'
import { normalPhone } from '../../contract/text/phone.ts'
import { monthsBefore } from '../system/chinaTime.ts'
import type { LeadRecord } from '../store/leadRecords.ts'
import type { SiteRecord } from '../store/records.ts'
import { nowhere } from '../store/states.ts'
import type { Store } from '../store/store.ts'

type Matches = (record: LeadRecord) => boolean

/** In the list, among those that may be a robot's, and in the trash. */
export const everywhere = ({ live, draft, trash }: Store['states']['agent']): LeadRecord[] => [
  ...live.all(),
  ...draft.all(),
  ...trash.all().flatMap(({ record }) => record ?? []),
]

/** Erases records wherever they are, and resolves to how many. One that fails half-way can be repeated. */
async function eraseWhere({ states: { agent } }: Store, matches: Matches): Promise<number> {
  const ids = new Set(
    everywhere(agent)
      .filter(matches)
      .map(({ id }) => id),
  )
  for (const id of ids) await agent.change(id, () => nowhere)
  return ids.size
}

/** Everything that is known of a telephone number. */
export function forgetPhone(store: Store, phone: string): Promise<number> {
  const number = normalPhone(phone)
  return eraseWhere(store, (record) => normalPhone(record.phone) === number)
}

const doubtfulDays = 30

/** A clock that was behind when the record came must not make it old; `cameAfter` is not believed while it lies ahead. */
const isOlder =
  (limit: number, now: number): Matches =>
  ({ createdAt, changedAt = createdAt, cameAfter = createdAt }) => {
    const atLeast = Date.parse(cameAfter)
    const times = [Date.parse(createdAt), Date.parse(changedAt), atLeast <= now ? atLeast : -Infinity]
    return Math.max(...times) < limit
  }

/** How many are older than so many months; 0 keeps them all. */
export const countOlder = ({ states }: Store, months: number, now: number): number =>
  months === 0 ? 0 : everywhere(states.agent).filter(isOlder(monthsBefore(now, months), now)).length

/**
 * Erases what is older than the site's settings allow, and resolves to how many records. The time counts from the last thing that staff
 * have done about it.
 */
export async function eraseOld(store: Store, site: () => SiteRecord, now: number): Promise<number> {
  const oldDoubtful = store.doubtful.all().filter(isOlder(now - doubtfulDays * dayMs, now))
  for (const { id } of oldDoubtful) await store.doubtful.remove(id)
  const months = site().inquiry.retentionMonths
  return oldDoubtful.length + (months > 0 ? await eraseWhere(store, isOlder(monthsBefore(now, months), now)) : 0)
}
