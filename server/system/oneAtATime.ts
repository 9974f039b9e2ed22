import { type JobCarrier, jobWorker, LimitExceeded } from './jobWorker.ts'

export class TooManyWaiting extends Error {}

interface Limits {
  name: string
  /** More jobs at a time are refused with TooManyWaiting. */
  maxWaiting: number
}

/** Runs one job at a time. A job that takes too long or too much memory is ended with its carrier; the next one starts a new one. */
export function oneAtATime<Job, Result>(
  { name, maxWaiting }: Limits,
  startCarrier: () => JobCarrier,
): (job: Job, timeoutMs: number) => Promise<Result> {
  const worker = jobWorker<Job, Result>(name, startCarrier)
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const limited = async (job: Job, timeoutMs: number): Promise<Result> => {
    const timer = setTimeout(() => void worker.stop(new LimitExceeded()), timeoutMs)
    try {
      return await worker.run(job)
    } finally {
      clearTimeout(timer)
    }
  }

  return async (job, timeoutMs) => {
    if (waiting >= maxWaiting) throw new TooManyWaiting()
    waiting++
    const running = last.then(() => limited(job, timeoutMs))
    last = running.catch(() => {})
    return running.finally(() => waiting--)
  }
}
