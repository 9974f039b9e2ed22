import type { EventEmitter } from 'node:events'

/** A job has taken too long or too much memory. */
export class LimitExceeded extends Error {}

/** A thread, or a process that looks like one. It answers each message with one, which is an Error where the job has failed. */
export interface JobCarrier extends Pick<EventEmitter, 'on'> {
  postMessage(job: unknown): void
  terminate(): unknown
  ref(): void
  unref(): void
}

/** An idle one is stopped after this time: a thread needs some 10 MB, and starts in 30 ms. */
const idleMs = 60_000

interface Pending<Result> {
  resolve(result: Result): void
  reject(error: Error): void
}

/** The carrier starts with a request, also after it was stopped or has died. While idle it does not keep this process alive. */
export function jobWorker<Job, Result>(name: string, startCarrier: () => JobCarrier) {
  let carrier: JobCarrier | undefined
  let pending: Pending<Result> | undefined
  let idle: NodeJS.Timeout | undefined

  const finish = (complete: (request: Pending<Result>) => void): void => {
    const request = pending
    pending = undefined
    carrier?.unref()
    clearTimeout(idle)
    if (carrier) idle = setTimeout(() => void stop(new Error(`the ${name} was idle`)), idleMs).unref()
    if (request) complete(request)
  }

  /** Ends it, even while it works; the next request starts a new one. */
  const stop = async (reason: Error): Promise<void> => {
    const last = carrier
    carrier = undefined
    finish(({ reject }) => reject(reason))
    await last?.terminate()
  }

  const start = (): JobCarrier => {
    const next = startCarrier()
    const end = (error: Error): void => {
      if (carrier !== next) return
      carrier = undefined
      finish(({ reject }) => reject(error))
    }
    next.on('message', (result: Result | Error) => {
      if (carrier !== next) return
      finish(({ resolve, reject }) => (result instanceof Error ? reject(result) : resolve(result)))
    })
    next.on('error', (error: Error) => end(isOutOfMemory(error) ? new LimitExceeded() : error))
    next.on('exit', (code: number | null, signal?: string | null) =>
      end(signal ? new LimitExceeded() : new Error(`the ${name} ended with code ${code}`)),
    )
    return next
  }

  return {
    /** Send one request at a time. Rejects when the carrier ends before it responds. */
    run: (job: Job): Promise<Result> =>
      new Promise((resolve, reject) => {
        clearTimeout(idle)
        carrier ??= start()
        pending = { resolve, reject }
        carrier.ref()
        carrier.postMessage(job)
      }),
    stop,
  }
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
