import { type Log, warnOnce } from './log.ts'

/** Work beside requests, which never runs twice at once. */
export interface Job {
  /** What the log says when a run begins to fail. It is tried again. */
  failed: string
  /** When there is something to do. */
  next(): number
  run(): Promise<unknown>
  /** Of several servers on one database, only the leading one runs it. An older one that leads knows no acts: they have their own leader. */
  onlyLeader?: true | 'acts'
  /** It reaches others, and waits while the server sends nothing. */
  sends?: true
}
export type Jobs = ReturnType<typeof createJobs>

interface Entry {
  job: Job
  run(): Promise<void>
  running?: Promise<void> | undefined
  /** When a run has failed, or another server led. */
  heldAt?: number | undefined
}

/** So long the jobs that run may take when the server stops. */
const stopMs = 5_000

/**
 * Runs jobs when they are due, by one timer. It fires every `pauseMs` at least, so that a clock that was set is noticed; so long a job
 * waits after a failure, and until it is asked again which server leads.
 */
export function createJobs({
  leads,
  now,
  log,
  sends = true,
  pauseMs = 15_000,
}: {
  leads(of?: Job['onlyLeader']): Promise<boolean>
  now(): number
  log: Log
  sends?: boolean
  pauseMs?: number
}) {
  const entries = new Set<Entry>()
  const cut = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  let isStarted = false
  let isStopped = false

  /** Many records may change at once. */
  const wake = (): void => {
    if (isStarted) soon ??= setImmediate(runDue)
  }

  function runDue(): void {
    soon = undefined
    clearTimeout(timer)
    if (isStopped) return
    let next = now() + pauseMs
    for (const entry of entries) {
      if (entry.running || (entry.job.sends && !sends)) continue
      const isHeld = entry.heldAt !== undefined && Math.abs(now() - entry.heldAt) < pauseMs
      const at = isHeld ? (entry.heldAt ?? 0) + pauseMs : entry.job.next()
      if (at > now()) next = Math.min(next, at)
      else
        entry.running = entry.run().finally(() => {
          entry.running = undefined
          wake()
        })
    }
    timer = setTimeout(runDue, Math.max(0, next - now())).unref()
  }

  /** Returns its removal. A run that has begun goes on, and the server waits for it when it stops. */
  function add(job: Job): () => void {
    const entry: Entry = {
      job,
      run: warnOnce(log, job.failed, async () => {
        entry.heldAt = now()
        if (job.onlyLeader && !(await leads(job.onlyLeader))) return
        await job.run()
        entry.heldAt = undefined
      }),
    }
    entries.add(entry)
    wake()
    return () => void Promise.resolve(entry.running).then(() => entries.delete(entry))
  }

  return {
    add,
    /** By SEND. What is sent by hand asks as well. */
    sends,
    /** Has the jobs looked at again, when what they depend on has changed. */
    wake,
    /** Whatever the clock says. Returns the run, whose failure is logged. */
    every(
      ms: number,
      failed: string,
      work: () => Promise<unknown>,
      more: Pick<Job, 'onlyLeader' | 'sends'> = {},
    ): () => Promise<void> {
      let last = -Infinity
      const run = warnOnce(log, failed, () => {
        last = performance.now()
        return work()
      })
      add({ failed, run, next: () => now() + last + ms - performance.now(), ...more })
      return run
    },
    start(): void {
      isStarted = true
      wake()
    },
    /** Waits for what runs. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      const timeout = setTimeout(() => cut.abort(), stopMs)
      await Promise.all(Array.from(entries, ({ running }) => running))
      clearTimeout(timeout)
    },
    /** Aborted when a run takes too long while the server stops. */
    stopping: cut.signal,
  }
}
