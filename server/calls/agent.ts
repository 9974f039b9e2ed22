import type { InputOf } from '../../contract/calls.ts'
import type { AgentSource } from '../../contract/entities.ts'
import { FieldFault, readFields } from '../../contract/fields.ts'
import { dealerForm } from '../../contract/application.ts'
import { fieldFailure, noSpace, notFound, tooManyTries } from '../failure.ts'
import type { FreeSpace } from '../store/freeSpace.ts'
import type { AgentRecord, SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { ShareFor } from '../auth/throttle.ts'
import { createApplicationLimits, noLimits } from './applicationLimits.ts'
import type { Caller, Handlers } from './caller.ts'
import { listPage } from './listPage.ts'

const tenMinutes = 10 * 60_000
const hour = 60 * 60_000
type Application = Omit<AgentRecord, 'id' | 'createdAt'>

interface Sources {
  store: Store
  site: () => SiteRecord
  space: { data: FreeSpace }
  refused: { count(): void }
  applicationsPerHour: number
  now: () => number
  rateLimit: boolean
  shareFor?: ShareFor | undefined
}

/** Applications from visitors, by either of two calls that share their limits and one look for repeats. */
export function agentCalls({ store: { agent }, site, space, refused, applicationsPerHour, now, rateLimit, shareFor }: Sources): Pick<Handlers, 'agentSave' | 'allianceInsert' | 'agentList' | 'agentDelete'> {
  const limits = rateLimit ? createApplicationLimits(applicationsPerHour, now, shareFor) : noLimits
  /** On their way to the disk: a second tap on the button waits for the first one's answer. */
  const saving = new Map<string, Promise<unknown>>()

  /** When each of the last ten minutes came, the oldest first: a look through the records would take the longer the more come. */
  const lately = new Map<string, number>()
  const keep = (record: AgentRecord): void => {
    const key = sameApplication(record)
    lately.delete(key)
    lately.set(key, Date.parse(record.createdAt))
  }
  const countStored = (record: AgentRecord): void => {
    keep(record)
    limits.countStored(Date.parse(record.createdAt))
  }
  newerThan(now() - hour, agent.newest()).reverse().forEach(countStored)
  agent.subscribe(countStored)

  /** Either way: a clock that was ahead has left times to come, which must not stand for an application of today. */
  const isRecent = (time: number): boolean => Math.abs(now() - time) < tenMinutes
  const stored = (key: string): boolean => {
    for (const [earlier, time] of lately) {
      if (isRecent(time)) break
      lately.delete(earlier)
    }
    const time = lately.get(key)
    return time !== undefined && isRecent(time)
  }

  /** Whoever cannot apply here is given another way. */
  const orByPhone = (why: string): string => {
    const { hotline } = site()
    return `${why}，请稍后再试${hotline && `，或直接拨打 ${hotline}`}`
  }

  const apply = async (input: InputOf<'agentSave'>, { address }: Caller, source?: AgentSource): Promise<null> => {
    if (input.website) return null
    const application = read(input, source)
    // Asked before the look for repeats: nothing may come between that and the save.
    const low = await space.data.low()
    const key = sameApplication(application)
    if (stored(key)) return null
    const already = saving.get(key)
    if (already) {
      await already
      return null
    }
    if (low) throw noSpace(orByPhone('服务器存储空间不足，暂时无法接收申请'))
    const secondsOfNetwork = limits.ofNetwork(address)
    if (secondsOfNetwork > 0) throw tooManyTries('提交过于频繁，请稍后再试', secondsOfNetwork)
    const secondsOfHour = limits.ofHour()
    if (secondsOfHour > 0) {
      refused.count()
      throw tooManyTries(orByPhone('提交人数较多'), secondsOfHour)
    }
    limits.count(address)
    const save = agent.insert(application).then(keep).finally(() => saving.delete(key))
    saving.set(key, save)
    await save
    return null
  }

  /** Nothing of it stays behind, also not to know a repeat by. */
  const remove = async (id: string): Promise<AgentRecord | undefined> => {
    const removed = await agent.remove(id)
    if (removed) lately.delete(sameApplication(removed))
    return removed
  }

  /** Those that are gone already are as asked for. */
  const removeSeveral = async (ids: readonly string[]): Promise<void> => {
    const outcomes = await Promise.allSettled(Array.from(new Set(ids), remove))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  return {
    agentSave: (input, caller) => apply(input, caller),
    allianceInsert: (input, caller) => apply(input, caller, 'alliance'),
    agentList: ({ page, limit, agentName, ...order }) => listPage(agent, { page, limit, word: agentName }, order),

    async agentDelete({ agentId, agentIds }) {
      if (agentId !== undefined && agentIds === undefined) {
        if (!(await remove(agentId))) throw notFound()
      } else if (agentIds !== undefined && agentId === undefined) {
        await removeSeveral(agentIds)
      } else {
        throw fieldFailure('agentId', '请填写agentId或agentIds其中一项')
      }
      return null
    },
  }
}

function newerThan(time: number, newestFirst: Iterable<AgentRecord>): AgentRecord[] {
  const newer: AgentRecord[] = []
  for (const record of newestFirst) {
    if (Date.parse(record.createdAt) <= time) break
    newer.push(record)
  }
  return newer
}

const sameApplication = ({ phone, agentInfo }: Application): string => `${phone} ${agentInfo}`

/** Both shapes of the body; a fault names the field as it was sent. */
function read(input: InputOf<'agentSave'>, source: AgentSource | undefined): Application {
  const mobile = input.companyName !== undefined || input.clientName !== undefined
  const sent = mobile ? { agentInfo: input.companyName, agentName: input.clientName, phone: input.phone } : input
  try {
    return { ...readFields(dealerForm, sent), source: source ?? (mobile ? 'mobile' : 'desktop') }
  } catch (fault) {
    if (!mobile || !(fault instanceof FieldFault)) throw fault
    const names: Readonly<Record<string, string>> = { agentInfo: 'companyName', agentName: 'clientName' }
    throw new FieldFault(names[fault.field] ?? fault.field, fault.message)
  }
}
