import type { ParsedOf } from '../../contract/calls.ts'
import type { AgentSource } from '../../contract/entities.ts'
import { FieldError, parseFields } from '../../contract/fields.ts'
import { dealerForm } from '../../contract/application.ts'
import { fieldFailure, noSpace, tooManyTries } from '../failure.ts'
import type { Trash } from '../publish/trash.ts'
import type { FreeSpace } from '../store/freeSpace.ts'
import type { AgentRecord, SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { ShareFor } from '../auth/throttle.ts'
import { createApplicationLimits, noLimits, type RefusedApplications } from './applicationLimits.ts'
import { type Caller, type Handlers, signedIn } from '../call.ts'
import { forEach } from './forEach.ts'
import { listPage } from './listPage.ts'

const tenMinutes = 10 * 60_000
const hour = 60 * 60_000
type Application = Omit<AgentRecord, 'id' | 'createdAt'>

interface Sources {
  store: Store
  trash: Trash
  site: () => SiteRecord
  space: { data: FreeSpace }
  refused: Pick<RefusedApplications, 'count'>
  applicationsPerHour: number
  now: () => number
  rateLimit: boolean
  shareFor?: ShareFor | undefined
}

/** Applications from visitors. Two calls share the limits and the detection of repeats. */
export function agentCalls(sources: Sources): Pick<Handlers, 'agentSave' | 'allianceInsert' | 'agentList' | 'agentDelete'> {
  const { store: { agent }, trash, now } = sources
  const recent = createRecentApplications(now)
  const apply = createApply(sources, recent)

  /** Also forgets it as a repeat, so that the same person can apply again at once. */
  const remove = async (id: string, by: string): Promise<void> => recent.forget((await trash.put('agent', id, by)) as AgentRecord)

  return {
    agentSave: (input, caller) => apply(input, caller),
    allianceInsert: (input, caller) => apply(input, caller, 'alliance'),
    agentList: ({ page, limit, agentName, ...order }) => listPage(agent, { page, limit, word: agentName }, order),

    async agentDelete({ agentId, agentIds }, caller) {
      const { name } = signedIn(caller).user
      if (agentId !== undefined && agentIds === undefined) await remove(agentId, name)
      else if (agentIds !== undefined && agentId === undefined) await forEach(agentIds, (id) => remove(id, name))
      else {
        throw fieldFailure('agentId', '请填写agentId或agentIds其中一项')
      }
      return null
    },
  }
}

interface RecentApplications {
  has(key: string): boolean
  remember(record: AgentRecord): void
  forget(record: AgentRecord): void
}

/** Applications of the last ten minutes, so that detecting a repeat reads no records. */
function createRecentApplications(now: () => number): RecentApplications {
  /** Their times by their keys, the oldest first. */
  const times = new Map<string, number>()
  /** In both directions: a clock that was ahead has stored times in the future, which are not recent. */
  const isRecent = (time: number): boolean => Math.abs(now() - time) < tenMinutes

  return {
    has(key) {
      for (const [earlier, time] of times) {
        if (isRecent(time)) break
        times.delete(earlier)
      }
      const time = times.get(key)
      return time !== undefined && isRecent(time)
    },
    remember(record) {
      const key = keyOf(record)
      times.delete(key)
      times.set(key, Date.parse(record.createdAt))
    },
    forget: (record) => void times.delete(keyOf(record)),
  }
}

type Apply = (input: ParsedOf<'agentSave'>, caller: Caller, source?: AgentSource) => Promise<null>

function createApply(sources: Sources, recent: RecentApplications): Apply {
  const { store: { agent }, site, space, refused, applicationsPerHour, now, rateLimit, shareFor } = sources
  const limits = rateLimit ? createApplicationLimits(applicationsPerHour, now, shareFor) : noLimits
  /** Being saved: a second tap on the button waits for the first one's result. */
  const saving = new Map<string, Promise<unknown>>()
  const countStored = (record: AgentRecord): void => {
    recent.remember(record)
    limits.countStored(Date.parse(record.createdAt))
  }
  newerThan(now() - hour, agent.newest()).reverse().forEach(countStored)
  agent.watch((record, before, byOtherServer) => {
    if (!byOtherServer) return
    if (record) countStored(record)
    else if (before) recent.forget(before)
  })

  /** Offers the phone number to visitors who cannot apply here. */
  const orByPhone = (reason: string): string => {
    const { hotline } = site()
    return `${reason}，请稍后再试${hotline && `，或直接拨打 ${hotline}`}`
  }

  return async (input, { address }, source) => {
    if (input.website) return null
    const application = parseApplication(input, source)
    // Awaited before looking for repeats: nothing may be awaited between that and the save.
    const low = await space.data.low()
    const key = keyOf(application)
    if (recent.has(key)) return null
    const already = saving.get(key)
    if (already) {
      await already
      return null
    }
    if (low) throw noSpace(orByPhone('服务器存储空间不足，暂时无法接收申请'))
    const networkWait = limits.networkWait(address)
    if (networkWait > 0) throw tooManyTries('提交过于频繁，请稍后再试', networkWait)
    const hourlyWait = limits.hourlyWait()
    if (hourlyWait > 0) {
      refused.count()
      throw tooManyTries(orByPhone('提交人数较多'), hourlyWait)
    }
    limits.count(address)
    const save = agent.insert(application).then(recent.remember).finally(() => saving.delete(key))
    saving.set(key, save)
    await save
    return null
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

/** Two applications with the same key are the same application. */
const keyOf = ({ phone, agentInfo }: Application): string => `${phone} ${agentInfo}`

/** Parses both shapes of the body. An error names the field that was sent. */
function parseApplication(input: ParsedOf<'agentSave'>, source: AgentSource | undefined): Application {
  const mobile = input.companyName !== undefined || input.clientName !== undefined
  const values = mobile ? { agentInfo: input.companyName, agentName: input.clientName, phone: input.phone } : input
  try {
    return { ...parseFields(dealerForm, values), source: source ?? (mobile ? 'mobile' : 'desktop') }
  } catch (error) {
    if (!mobile || !(error instanceof FieldError)) throw error
    const names: Readonly<Record<string, string>> = { agentInfo: 'companyName', agentName: 'clientName' }
    throw new FieldError(names[error.field] ?? error.field, error.message)
  }
}
