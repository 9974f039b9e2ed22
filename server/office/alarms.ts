import type { AlarmRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Job } from '../system/jobs.ts'

/** What is wrong: the words of its beginning and of its end. */
type Begun = Pick<AlarmRecord, 'id' | 'text' | 'ended' | 'cause'>

interface AlarmsParts {
  store: Pick<Store, 'alarm'>
  faults: () => Promise<readonly Begun[]>
  /** Of several servers on a database each keeps those of its own machine, the leading one all others. */
  leads?: (() => Promise<boolean>) | undefined
  onMachine?: string
  now: () => number
}

const lookMs = 60_000
/** So long a fault is away before its end is sent, or one that comes and goes would be sent each time. */
const awayMs = 3_600_000

/**
 * Keeps a record for each fault that has begun, which the outbox sends, once, and once more when it is over. A restart, or another server
 * that leads from now on, finds what was sent there.
 */
export function createAlarms({ store, faults, leads, onMachine = '', now }: AlarmsParts): Job {
  const { alarm: alarms } = store
  const awaySince = new Map<string, number>()
  let lookedAt = -Infinity

  const begin = async ({ id, text, ended, cause }: Begun): Promise<void> => {
    awaySince.delete(id)
    const at = chinaTime(now())
    await alarms.change(id, (current) =>
      current && !current.over && current.cause === cause
        ? current
        : { id, createdAt: at, since: at, text, ended, ...(cause && { cause }) },
    )
  }
  const end = async ({ id, ended }: AlarmRecord): Promise<void> => {
    const since = awaySince.get(id) ?? now()
    awaySince.set(id, since)
    if (now() - since < awayMs) return
    if (ended === '') await alarms.remove(id)
    else
      await alarms.update(id, ({ delivered: _begun, ...current }) => ({
        ...current,
        createdAt: chinaTime(now()),
        over: true,
      }))
    awaySince.delete(id)
  }
  return {
    failed: 'what is wrong with the machine was not looked at or not written down; it is tried again',
    // Also after a clock that was ahead.
    next: () => (Math.abs(now() - lookedAt) < lookMs ? lookedAt + lookMs : 0),
    async run() {
      const isLeading = (await leads?.()) ?? true
      const isOwn = ({ id }: { id: string }): boolean =>
        /-on-/.test(id) ? onMachine !== '' && id.endsWith(onMachine) : isLeading
      const current = (await faults()).filter(isOwn)
      lookedAt = now()
      for (const fault of current) await begin(fault)
      const outdated = alarms
        .all()
        .filter((alarm) => isOwn(alarm) && !alarm.over && !current.some(({ id }) => id === alarm.id))
      for (const alarm of outdated) await end(alarm)
    },
  }
}

/** That of a fault which is not over. */
export function activeAlarm({ alarm }: Pick<Store, 'alarm'>, id: string): AlarmRecord | undefined {
  const record = alarm.get(id)
  return record?.over ? undefined : record
}
