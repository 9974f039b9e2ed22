import type { ResourceLimits } from 'node:worker_threads'
import type { StartWorker } from './workerProgram.ts'
import { workerThread } from './workerThread.ts'

/** A job has taken too long or too much memory. */
export class LimitExceeded extends Error {}
export class TooManyWaiting extends Error {}

export interface ThreadLimits {
  name: string
  timeoutMs: number
  /** More jobs at a time are refused with TooManyWaiting. */
  maxWaiting: number
  resourceLimits: ResourceLimits
}

/** Runs one job at a time. A job that takes too long or too much memory is ended with its thread; the next one starts a new thread. */
export function limitedThread<Job, Result>(
  startWorker: StartWorker,
  { name, timeoutMs, maxWaiting, resourceLimits }: ThreadLimits,
): (job: Job) => Promise<Result> {
  const thread = workerThread<Job, Result>(startWorker, { name, resourceLimits })
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const limited = async (job: Job): Promise<Result> => {
    const timer = setTimeout(() => void thread.stop(new LimitExceeded()), timeoutMs)
    try {
      return await thread.run(job)
    } catch (error) {
      if (isOutOfMemory(error)) throw new LimitExceeded()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return async (job) => {
    if (waiting >= maxWaiting) throw new TooManyWaiting()
    waiting++
    const running = last.then(() => limited(job))
    last = running.catch(() => {})
    return running.finally(() => waiting--)
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
