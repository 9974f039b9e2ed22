import type { Act, Activity, ActivityRow } from '../../contract/calls/activity.ts'
import type { ListPage } from '../../contract/kinds/entities.ts'
import type { Log } from '../system/log.ts'
import type { ActivityDisk } from './activityDisk.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { shownTime } from './kind.ts'
import { inSlices } from '../system/timeSlices.ts'

interface Search {
  page: number
  limit: number
  user?: string | undefined
  action?: Activity | undefined
  /** Days in China; '' is none. */
  from?: string
  to?: string
}

export type ActivityLog = ReturnType<typeof createActivityLog>

/** The law asks for six months. */
const keptDays = 200
/** The reply waits until these are synced: who gets in, who may, and what leaves. The others are synced together, a second later. */
const synced: ReadonlySet<Activity> = new Set(['signIn', 'export', 'account', 'session', 'secondFactor'])

export function createActivityLog(disk: ActivityDisk, now: () => number, log: Log) {
  const refusals = createRefusals()
  const write = async (acts: readonly Act[]): Promise<void> => {
    if (acts.length === 0) return
    const at = chinaTime(now())
    const lines = acts.map((act) => JSON.stringify({ at, ...act, fields: act.fields?.length ? act.fields : undefined }))
    await disk
      .append(
        at.slice(0, 10),
        lines,
        acts.some(({ action, ok }) => ok && synced.has(action)),
      )
      .catch((cause: unknown) => log('error', `the activity log could not be written: ${lines.join(' ')}`, cause))
  }
  return {
    /**
     * Never rejects: what was done is done. What cannot be written goes to the log of the server. Refusals that repeat are counted, until
     * `flush` writes how many.
     */
    add: (acts: readonly Act[]): Promise<void> => write(acts.filter((act) => !refusals.count(act))),

    /** Call it every minute, and at the end. */
    flush: (): Promise<void> => write(refusals.takeCounted()),

    /** The first page has the newest. */
    async page({ page, limit, user, action, from = '', to = '' }: Search): Promise<ListPage<ActivityRow>> {
      // Lines are searched as text, and parsed only when they are shown: in JSON, a value cannot look like this.
      const parts = [...(user ? [`"user":${JSON.stringify(user)}`] : []), ...(action ? [`"action":"${action}"`] : [])]
      const first = (page - 1) * limit
      const data: ActivityRow[] = []
      let count = 0
      for (const day of (await disk.days()).reverse()) {
        if ((from && day < from) || (to && day > to)) continue
        await inSlices(linesFromEnd(await disk.read(day)), (line) => {
          if (!parts.every((part) => line.includes(part))) return
          const row = count >= first && count < first + limit ? parse(line) : undefined
          if (row) data.push(row)
          count++
        })
      }
      return { data, count }
    },

    /** Removes the days that need not be kept any more. Resolves to how many. */
    async sweep(): Promise<number> {
      const oldest = chinaTime(now() - keptDays * 24 * 3_600_000).slice(0, 10)
      const old = (await disk.days()).filter((day) => day < oldest)
      for (const day of old) await disk.remove(day)
      return old.length
    },
  }
}

/** Refusals that repeat. */
function createRefusals() {
  /** By what they say: how often it was refused after the line of the first, until a minute passes without. */
  const refused = new Map<string, Act & { count: number }>()
  return {
    /** False for what is no refusal, or the first. */
    count({ id: _id, fields, ...others }: Act): boolean {
      if (others.ok) return false
      // Of a second factor they say which step it was.
      const act = fields && others.action === 'secondFactor' ? { ...others, fields } : others
      const key = JSON.stringify(act)
      const known = refused.get(key)
      if (known) known.count++
      else refused.set(key, { ...act, count: 0 })
      return known !== undefined
    },
    takeCounted(): Act[] {
      const counted: Act[] = []
      for (const [key, act] of [...refused]) {
        if (act.count === 0) refused.delete(key)
        else counted.push({ ...act })
        act.count = 0
      }
      return counted
    },
  }
}

function* linesFromEnd(text: string): Generator<string> {
  for (let end = text.lastIndexOf('\n'); end > 0; ) {
    const start = text.lastIndexOf('\n', end - 1)
    if (start + 1 < end) yield text.slice(start + 1, end)
    end = start
  }
}

/** Undefined for what somebody else has written into the file. */
function parse(line: string): ActivityRow | undefined {
  try {
    const row = JSON.parse(line) as ActivityRow
    return { ...row, at: shownTime(row.at) }
  } catch {
    return undefined
  }
}
