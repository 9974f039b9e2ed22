import type { ComingChange } from '../../contract/entities.ts'
import { type KindName, kindNames, kinds } from '../../contract/kinds.ts'
import { Failure } from '../failure.ts'
import type { Log } from '../system/log.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { shownTime, textOf } from '../store/kind.ts'
import { recordOfDraft } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Drafts } from './drafts.ts'

interface Parts {
  store: Store
  drafts: Drafts
  now: () => number
  log: Log
}

/** A time at which a record is published or unpublished. */
interface Edge {
  kind: KindName
  id: string
  change: ComingChange['change']
  time: number
  /** It was due before: what is left of it has failed, or is for another server to do. */
  tried?: true
  /** Why the last try failed. */
  problem?: string
}

/** The longest sleep: a clock that was set is noticed after it, and a failure is tried again. */
const maxSleepMs = 30_000

export type Schedule = ReturnType<typeof createSchedule>

/**
 * Publishes and unpublishes records at their times, as the buttons do. What is due follows from the records, so a restart loses nothing.
 */
export function createSchedule({ store, drafts, now, log }: Parts) {
  const edges = new Map<string, Edge>()
  let wake = (): void => {}

  const follow = (kind: KindName, change: Edge['change'], id: string, time: string | undefined): void => {
    const key = `${kind}/${id}/${change}`
    if (time) edges.set(key, { kind, id, change, time: Date.parse(time) })
    else if (!edges.delete(key)) return
    wake()
  }
  for (const kind of kindNames) {
    const { live, draft: drafts, watch } = store.states[kind]
    for (const { id, publishAt } of drafts.all()) follow(kind, 'publish', id, publishAt)
    for (const { id, unpublishAt } of live.all()) follow(kind, 'unpublish', id, unpublishAt)
    watch('schedule', ({ live: record, draft }, _before, id) => {
      follow(kind, 'publish', id, draft?.publishAt)
      follow(kind, 'unpublish', id, record?.unpublishAt)
    })
  }

  async function pass(edge: Edge): Promise<void> {
    const { kind, id, change } = edge
    const logActivity = (ok: boolean): Promise<void> => store.activity.add([{ user: '', action: change, kind, id, ok }])
    try {
      if (change === 'publish') await drafts.publish(kind, id, { dueBy: now() })
      else await drafts.unpublish(kind, id, { dueBy: now() })
      await logActivity(true)
    } catch (error) {
      // It was discarded, deleted or given another time.
      if (error instanceof Failure && error.code === 404) return
      const problem = error instanceof Failure ? error.message : '服务器出错'
      if (edge.problem !== problem) {
        log('warn', `${kind}/${id} was not ${change}ed at its time, which is tried again: ${problem}`)
        await logActivity(false)
      }
      edge.problem = problem
    }
  }

  return {
    /** The next first. Those of other servers may be late by a moment. */
    coming(): ComingChange[] {
      const late = (time: number): boolean => time < now() - 2 * maxSleepMs
      return [...edges.values()].sort((a, b) => a.time - b.time).map(({ kind, id, change, time, problem }) => {
        const draft = change === 'publish' ? store.drafts[kind].get(id) : undefined
        const record = draft ? recordOfDraft(draft) : store[kind].get(id)
        const reason = problem ?? (late(time) ? '没有按时完成' : undefined)
        return {
          kind, id, change, title: record ? textOf(record, kinds[kind].title) : '', time: shownTime(chinaTime(time)),
          ...(reason !== undefined && { problem: reason }),
        }
      })
    },

    /** `leads` is whether this server may do it, of several. Returns a function that ends the work. */
    start(leads: () => Promise<boolean>): () => Promise<void> {
      let timer: NodeJS.Timeout | undefined
      let running: Promise<void> | undefined
      let stopped = false

      const passDue = async (): Promise<void> => {
        const due = [...edges.values()].filter(({ time }) => time <= now()).sort((a, b) => a.time - b.time)
        for (const edge of due) edge.tried = true
        if (due.length > 0 && (await leads())) for (const edge of due) if (!stopped) await pass(edge)
      }
      const run = (): void => {
        running ??= passDue().catch((error: unknown) => log('error', 'scheduled changes were not made; they are tried again', error))
          .finally(() => {
            running = undefined
            sleep()
          })
      }
      const sleep = (): void => {
        clearTimeout(timer)
        if (stopped || running || edges.size === 0) return
        const next = Math.min(...Array.from(edges.values(), ({ time, tried }) => (tried ? Infinity : time))) - now()
        timer = setTimeout(run, Math.max(0, Math.min(next, maxSleepMs)))
        timer.unref()
      }
      wake = sleep
      run()
      return async () => {
        stopped = true
        clearTimeout(timer)
        await running
      }
    },
  }
}
