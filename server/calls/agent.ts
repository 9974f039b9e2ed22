import type { InputOf } from '../../contract/calls.ts'
import type { AgentSource } from '../../contract/entities.ts'
import { FieldFault, readFields } from '../../contract/fields.ts'
import { dealerForm } from '../../contract/application.ts'
import { createThrottle, unlimited } from '../auth/throttle.ts'
import { tooManyTries } from '../failure.ts'
import { networksOf } from '../networks.ts'
import type { AgentRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Caller, Handlers } from './caller.ts'

const tenMinutes = 10 * 60_000
type Application = Omit<AgentRecord, 'id' | 'createdAt'>

/** Applications from visitors, by either of two calls that share one throttle and one look for repeats. */
export function agentCalls({ agent }: Store, now: () => number, rateLimit: boolean): Pick<Handlers, 'agentSave' | 'allianceInsert' | 'agentList'> {
  const byAddress = rateLimit ? createThrottle(5, tenMinutes, now) : unlimited
  /** On their way to the disk: a second tap on the button waits for the first one's answer. */
  const saving = new Map<string, Promise<unknown>>()

  /** When each of the last ten minutes came, the oldest first: a look through the records would take the longer the more come. */
  const lately = new Map<string, number>()
  const keep = (record: AgentRecord): void => {
    const key = sameApplication(record)
    lately.delete(key)
    lately.set(key, Date.parse(record.createdAt))
  }
  newerThan(now() - tenMinutes, agent.newest()).reverse().forEach(keep)

  const stored = (key: string): boolean => {
    for (const [earlier, time] of lately) {
      if (time > now() - tenMinutes) break
      lately.delete(earlier)
    }
    return lately.has(key)
  }

  const apply = async (input: InputOf<'agentSave'>, { address }: Caller, source?: AgentSource): Promise<null> => {
    if (input.website) return null
    const application = read(input, source)
    const key = sameApplication(application)
    if (stored(key)) return null
    const already = saving.get(key)
    if (already) {
      await already
      return null
    }
    const sender = networksOf(address)[0]?.key ?? address
    const seconds = byAddress.wait(sender)
    if (seconds > 0) throw tooManyTries('提交过于频繁，请稍后再试', seconds)
    byAddress.count(sender)
    const save = agent.insert(application).then(keep).finally(() => saving.delete(key))
    saving.set(key, save)
    await save
    return null
  }

  return {
    agentSave: (input, caller) => apply(input, caller),
    allianceInsert: (input, caller) => apply(input, caller, 'alliance'),
    agentList: ({ page, limit, agentName }) => agent.page({ page, limit, word: agentName }),
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
