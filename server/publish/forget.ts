import { normalPhone } from '../../contract/phone.ts'
import { monthsBefore } from '../store/chinaTime.ts'
import type { AgentRecord } from '../store/agentRecords.ts'
import type { SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Trash } from './trash.ts'

type Matches = (record: AgentRecord) => boolean

/** Erases records from the list, from those that may be a robot's, and from the trash. One that fails half-way can be repeated. */
async function eraseWhere({ agent, doubtful, trash }: Store, { erase }: Trash, matches: Matches): Promise<AgentRecord[]> {
  const erased: AgentRecord[] = []
  for (const collection of [agent, doubtful]) {
    for (const { id } of collection.all().filter(matches)) {
      const removed = await collection.remove(id)
      if (removed) erased.push(removed)
    }
  }
  for (const { id, record } of trash.agent.all()) {
    if (!record || !matches(record as AgentRecord)) continue
    await erase('agent', id)
    erased.push(record as AgentRecord)
  }
  return erased
}

/** Everything that is known of a telephone number. */
export function forgetPhone(store: Store, trash: Trash, phone: string): Promise<AgentRecord[]> {
  const wanted = normalPhone(phone)
  return eraseWhere(store, trash, (record) => normalPhone(record.phone) === wanted)
}

const doubtfulDays = 30
const dayMs = 86_400_000

const isOlder = (limit: number): Matches => ({ createdAt, changedAt = createdAt }) => Date.parse(changedAt) < limit

/** How many are older than so many months; 0 keeps them all. */
export function countOlder({ agent, doubtful, trash }: Store, months: number, now: number): number {
  if (months === 0) return 0
  const deleted = trash.agent.all().flatMap(({ record }) => (record ? [record as AgentRecord] : []))
  return [...agent.all(), ...doubtful.all(), ...deleted].filter(isOlder(monthsBefore(now, months))).length
}

/**
 * Erases what is older than the site's settings allow, and resolves to how many records. The time counts from the last thing that staff
 * have done about it.
 */
export async function eraseOld(store: Store, trash: Trash, site: () => SiteRecord, now: number): Promise<number> {
  const oldDoubtful = store.doubtful.all().filter(isOlder(now - doubtfulDays * dayMs))
  for (const { id } of oldDoubtful) await store.doubtful.remove(id)
  const months = site().inquiry.retentionMonths
  const old = months > 0 ? await eraseWhere(store, trash, isOlder(monthsBefore(now, months))) : []
  return oldDoubtful.length + old.length
}
