import type { ComingChange } from '../../contract/kinds/entities.ts'
import { type KindName, kindNames } from '../../contract/kinds/kinds.ts'
import { Failure } from '../failure.ts'
import type { Jobs } from '../system/jobs.ts'
import type { Log } from '../system/log.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { shownTime } from '../store/kind.ts'
import { nameAndModel, recordOfDraft } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Drafts } from './drafts.ts'

interface ScheduleParts {
  store: Store
  drafts: Drafts
  jobs: Pick<Jobs, 'add' | 'wake'>
  now: () => number
  log: Log
}

/** A time at which a record is published or unpublished. */
interface Edge {
  kind: KindName
  id: string
  change: ComingChange['change']
  time: number
  /** When to try again what has failed. */
  retryAt?: number
  /** Why the last try failed. */
  problem?: string
}

const retryPublishMs = 30_000

/**
 * Publishes and unpublishes records at their times, as the buttons do. What is due follows from the records, so a restart loses nothing.
 */
export function createSchedule({ store, drafts, jobs, now, log }: ScheduleParts) {
  const edges = new Map<string, Edge>()
  const dueAt = ({ time, retryAt = time }: Edge): number => retryAt
  jobs.add({
    failed: 'scheduled changes were not made; they are tried again',
    onlyLeader: true,
    next: () => Math.min(...Array.from(edges.values(), dueAt)),
    async run() {
      const [edge] = [...edges.values()].filter((edge) => dueAt(edge) <= now()).sort((a, b) => a.time - b.time)
      if (!edge) return
      edge.retryAt = now() + retryPublishMs
      await pass({ store, drafts, now, log }, edge)
    },
  })

  const follow = (kind: KindName, change: Edge['change'], id: string, time: string | undefined): void => {
    const key = `${kind}/${id}/${change}`
    if (time) edges.set(key, { kind, id, change, time: Date.parse(time) })
    else if (!edges.delete(key)) return
    jobs.wake()
  }
  for (const kind of kindNames) {
    const { live, draft: drafts, watch } = store.states[kind]
    for (const { id, publishAt } of drafts.all()) follow(kind, 'publish', id, publishAt)
    for (const { id, unpublishAt } of live.all()) follow(kind, 'unpublish', id, unpublishAt)
    watch('schedule', ({ id, next: { live: record, draft } }) => {
      follow(kind, 'publish', id, draft?.publishAt)
      follow(kind, 'unpublish', id, record?.unpublishAt)
    })
  }

  return {
    /** The next first. Those of other servers may be late by a moment. */
    coming(): ComingChange[] {
      const late = (time: number): boolean => time < now() - 2 * retryPublishMs
      return [...edges.values()]
        .sort((a, b) => a.time - b.time)
        .map(({ kind, id, change, time, problem }) => {
          const draft = change === 'publish' ? store.drafts[kind].get(id) : undefined
          const record = draft ? recordOfDraft(draft) : store[kind].get(id)
          const authors = new Set(Object.values(draft?.authors ?? {}))
          return {
            kind,
            id,
            change,
            title: record ? nameAndModel(kind, record) : '',
            time: shownTime(chinaTime(time)),
            others: [...authors].filter((author) => author && author !== draft?.changedBy).join('、'),
            problem: problem ?? (late(time) ? '没有按时完成' : undefined),
          }
        })
    },
  }
}

/** Leaves in the edge why it could not be done. */
async function pass({ store, drafts, now, log }: Omit<ScheduleParts, 'jobs'>, edge: Edge): Promise<void> {
  const { kind, id, change } = edge
  const logActivity = (ok: boolean, fields: readonly string[] = []): Promise<void> =>
    store.activity.add([{ user: '', action: change, kind, id, fields, ok }])
  try {
    const done = await drafts[change](kind, id, { dueBy: now() })
    await logActivity(true, typeof done === 'object' ? done.changed : [])
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
